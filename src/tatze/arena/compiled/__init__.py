"""The backend that plays a match in compiled code: rule bots and searches at native speed, networks from Python.

`games` plays the games of a match, `drivers` is their compiled loop, `network_seat` decides for networks."""
