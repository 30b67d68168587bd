import type { FromClient, Moment, TableInfo } from "$lib/wire";

/** A WebSocket whose other end is the test: it says what the server would. */
export class FakeSocket {
  static all: FakeSocket[] = [];
  sent: FromClient[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  closed = false;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string) {
    this.sent.push(JSON.parse(text) as FromClient);
  }

  close() {
    this.closed = true;
  }

  say(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

export const last = () => FakeSocket.all.at(-1)!;

export const info = (version: number): TableInfo => ({
  id: "t1",
  game: "verflixxt",
  rules: "base",
  options: {},
  status: "playing",
  seats: ["Ada", "Mira"].map((name, i) => ({ kind: i ? "bot" : "person", name, level: i ? "cat" : "", away: false, online: true, host: !i, reason: "", animal: i ? "" : "fox", colour: i ? "yellow" : "blue", stand_in: false })),
  public: false,
  clock: null,
  substitute: "cat",
  watching: "live",
  aid: true,
  series: { games: 1, number: 1, totals: [0, 0], leaders: [] },
  fair: { commitment: "c0", words: [], secret: null },
  version,
  created: 0,
  next: null,
  lesson: "",
  turn: 0,
  again: [],
  invitation: 1,
  hints: "on",
  messages: true,
  start: "full",
  practice: false,
});

export const moment = (version: number, action = "m1"): Moment => ({
  version,
  by: { kind: "action", seat: version % 2, action, bot: false, substitute: "", name: "", reason: "", stand_in: false },
  table: info(version),
  events: [{ kind: "rolled", data: { seat: 0, roll: 3 } }],
  view: { turn: 0, scores: [version, -version] },
  own: { seat: 0, view: {}, events: [], legal: [{ action: "m1", foresight: {} }], undo: true, lesson: null },
  deadline: null,
  outcome: null,
});
