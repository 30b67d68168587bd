#!/bin/sh
# Installs the libraries that `tatze bench --peers` compares with, into an environment of their own.
#
#     sh bench/peers.sh [FOLDER]            (.venv-peers)
#     PYTHON=python3.12 sh bench/peers.sh   (fastcatan's wheels want Python 3.12 or newer)
#
# What cannot be installed is named, and the bench goes on without it.
set -u
folder=${1:-.venv-peers}
"${PYTHON:-python3}" -m venv "$folder" || exit 1
for peer in open_spiel rlcard 'pettingzoo[classic]' pgx fastcatan; do
    if "$folder/bin/python" -m pip --disable-pip-version-check install --quiet "$peer"; then
        echo "installed: $peer"
    else
        echo "not installed: $peer"
    fi
done
echo "tatze bench --peers $folder/bin/python"
