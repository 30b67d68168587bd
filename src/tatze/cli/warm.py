"""`tatze warm`: compiles the bots that search ahead, so that their first decision waits for nothing."""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ThreadPoolExecutor

from tatze.games import game_named, game_names


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", metavar="GAME", nargs="*", help=f"{' or '.join(game_names())}; without one, all of them"
    )


def run(args: argparse.Namespace) -> int:
    from tatze.compiled.imports import import_numba

    games = [game_named(name).name for name in args.games] or list(game_names())
    import_numba()  # says in one line what is missing
    with ThreadPoolExecutor(max(1, len(games))) as pool:  # the compilers are processes
        for work in [pool.submit(warm_game, game) for game in dict.fromkeys(games)]:
            work.result()
    return 0


def warm_game(game: str) -> None:
    """Compile the searches of a game that are not in the cache, and print how long each took."""
    from tatze.bots.compile_process import form_of_search, searches_of
    from tatze.bots.search.compile_apart import compile_into_cache, is_compiled

    for search in searches_of(game_named(game)):
        form = form_of_search(game, search)
        if is_compiled(form):
            print(f"{game}, {search}: is compiled", flush=True)
            continue
        print(f"{game}, {search}: compiling …", flush=True)
        begun = time.perf_counter()
        compile_into_cache(game, search, form)
        print(f"{game}, {search}: compiled in {time.perf_counter() - begun:.0f} s", flush=True)
