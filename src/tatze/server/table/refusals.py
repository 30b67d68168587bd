"""Every refusal of the server: a stable code, its HTTP status, and a sentence for developers."""

from __future__ import annotations

from tatze.core.errors import TatzeError
from tatze.wire import Why

REFUSALS: dict[str, tuple[int, str]] = {
    "table/unknown": (404, "There is no such table, or it was removed."),
    "table/private": (403, "This table is private: a token or its code is needed."),
    "table/full": (409, "No seat is free."),
    "table/setup": (400, "A table cannot be set up like this."),
    "table/status": (409, "That is not possible as the table stands: it waits, is paused, runs or is over."),
    "table/broken": (503, "What is stored of this table cannot be read."),
    "table/removed": (410, "The host removed this table."),
    "game/unknown": (404, "This table has no finished game of that number."),
    "seat/taken": (409, "Somebody sits there."),
    "seat/unknown": (400, "There is no such seat."),
    "seat/not-yours": (403, "This needs the token of a seat."),
    "seat/freed": (401, "The seat was freed: sit down again with the invitation, if a seat is free."),
    "seat/removed": (403, "The host removed this person from the table."),
    "seat/online": (409, "The person on this seat is connected, or has been absent for too short a time."),
    "seat/away": (409, "The substitute plays on for this seat: return first."),
    "seat/busy": (409, "The seat has as much of this as it may have."),
    "open/password": (403, "Only those who know the operator's password may open tables here."),
    "open/local": (403, "Tables are opened only on the machine on which this server runs."),
    "host/only": (403, "Only the host may do that."),
    "name/bad": (400, "A name is printable and has no quotation mark."),
    "message/off": (403, "The host switched messages off at this table."),
    "message/bad": (400, "A message is one line of 1 to 200 printable characters."),
    "token/missing": (401, "This needs a token."),
    "token/wrong": (401, "This token is not of this table."),
    "code/wrong": (404, "This code leads nowhere; it may have been used up."),
    "key/used": (409, "This key was used for another request."),
    "action/illegal": (409, "The rules forbid this action."),
    "action/stale": (409, "The table has moved on since."),
    "action/not-your-turn": (409, "Somebody else decides now."),
    "action/unknown": (400, "This is not an action of the game."),
    "undo/refused": (409, "Only an own last action can be undone, and only while nothing new came to light."),
    "hint/none": (409, "There is nothing to advise on now."),
    "hint/off": (403, "There are no hints at this table."),
    "hint/after": (409, "At this table there are hints only about games that are over."),
    "hook/off": (403, "This server calls no addresses."),
    "hook/bad": (400, "The server does not call this address."),
    "push/off": (403, "This server sends no push messages."),
    "push/bad": (400, "This is not a push subscription to which the server sends messages."),
    "watch/off": (403, "Nobody may watch this table."),
    "rate/limited": (429, "Too much at once; try again in a moment."),
    "rate/tables": (429, "Too many tables were opened from here."),
    "rate/tries": (429, "Too many wrong codes were tried from here."),
    "rate/slow": (429, "The client reads more slowly than the table is played."),
    "rate/sockets": (429, "Too many connections."),
    "position/bad": (400, "This is not a position that can be played from."),
    "review/off": (503, "This server reviews no games."),
    "review/none": (409, "This game cannot be reviewed."),
    "review/busy": (503, "Many reviews are being made; ask again in a while."),
    "review/failed": (500, "The review could not be made; ask again."),
    "frame/too-big": (413, "This is longer than the server reads."),
    "frame/bad": (400, "This could not be understood."),
    "frame/slow": (408, "This took too long."),
    "protocol/version": (400, "Page and server are of different versions; reload the page."),
    "protocol/order": (400, "The first frame is hello, and there is only one."),
    "address/wrong": (421, "This server has another address."),
    "origin/wrong": (403, "Another site's page may not use this server."),
    "path/unknown": (404, "There is nothing at this address."),
    "method/wrong": (405, "This address is for something else."),
    "server/busy": (503, "The server could not keep this just now; send it again."),
    "server/unknown": (503, "The database did not say whether it has this; send it again with the same key."),
    "server/draining": (503, "The server is about to restart; come back in a moment."),
    "server/error": (500, "Something went wrong in the server."),
}


class Refused(TatzeError):
    """A request that the server refuses, with the code that says why."""

    def __init__(self, code: str, why: Why | None = None, detail: str = "") -> None:
        super().__init__(detail or REFUSALS[code][1])
        self.code = code
        self.why = why

    @property
    def status(self) -> int:
        """The HTTP status that goes with the code."""
        return REFUSALS[self.code][0]
