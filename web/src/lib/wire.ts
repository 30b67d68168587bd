// Made by web/make_types.py from src/tatze/server/wire.py and the games' views. Do not edit.


/** Version of the wire protocol. */
export const PROTOCOL = 1;

/** Maximum number of characters of a player's name. */
export const MAX_NAME_LENGTH = 24;

/** Maximum number of characters of a word that a player adds to the deal. */
export const MAX_WORD_LENGTH = 100;

/** Maximum number of characters of a table's code. */
export const MAX_CODE_LENGTH = 16;

/** Maximum number of characters of a webhook's address. */
export const MAX_URL_LENGTH = 500;

/** Seats as people write them: A is seat 0. */
export const SEAT_LETTERS = "ABCDEF";

/** Every emote, in the order in which the page offers them. */
export const EMOTES = ["hello", "well-played", "thanks", "oops", "ouch", "hurry", "wow", "again"] as const;

/** Who shall sit on a seat: the host, somebody who joins, or a bot of a level. */
export interface SeatPlan {
  kind: "bot" | "host" | "open";
  level?: string;
}

/** A table to be opened. */
export interface NewTable {
  game: string;
  name: string;
  rules?: string;
  options?: Record<string, string>;
  seats?: SeatPlan[];
  public?: boolean;
  clock?: number | null;
  substitute?: string;
  watching?: "delayed" | "live" | "off";
  aid?: boolean;
  games?: number;
  start?: "full" | "host";
  pace?: number;
  lesson?: string;
  seed?: number | null;
  key?: string | null;
}

/** A seat as everybody at the table sees it. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: string;
  away: boolean;
  online: boolean;
  host: boolean;
}

/** A series so far. */
export interface Standing {
  games: number;
  number: number;
  totals: number[];
  leaders: number[];
}

/** The promise made before the deal, and after the game what it was about. */
export interface Fair {
  commitment: string;
  words: string[];
  secret: string | null;
}

/** A table as everybody who may know of it sees it. */
export interface TableInfo {
  id: string;
  game: string;
  rules: string;
  options: Record<string, string>;
  status: "over" | "paused" | "playing" | "waiting";
  seats: SeatInfo[];
  public: boolean;
  clock: number | null;
  substitute: string;
  watching: string;
  aid: boolean;
  series: Standing;
  fair: Fair;
  version: number;
  created: number;
  next: string | null;
  lesson: string;
  turn: number | null;
}

/** A seat that somebody got: the token is the only proof of it. */
export interface Seated {
  table: TableInfo;
  seat: number;
  token: string;
}

/** What the host gets. */
export interface Opened {
  table: TableInfo;
  seat: number | null;
  token: string;
  code: string;
}

/** Sit down at a table: by its code, or at a listed one by its id alone. */
export interface Join {
  name: string;
  code?: string;
  table?: string;
  seat?: number | null;
  key?: string | null;
}

/** Look a table up by its code. */
export interface Find {
  code: string;
}

/** A table found by its code, before one sits down. */
export interface Found {
  table: TableInfo;
}

export interface Listing {
  tables: TableInfo[];
}

/** A one-time code that takes the seat to another device. */
export interface Transfer {
  code: string;
  expires: number;
}

export interface Redeem {
  code: string;
}

/** What a seat or the host does beside the game. Needs the table's token. */
export interface Command {
  do: "leave" | "next" | "pause" | "rematch" | "remove" | "resume" | "return" | "seat" | "start" | "word";
  key: string;
  seat?: number | null;
  plan?: SeatPlan | null;
  word?: string | null;
}

/** A command was carried out, and kept. */
export interface Done {
  key: string;
  version: number;
  table: TableInfo;
  opened: Opened | null;
}

/** An address that is told when it is this seat's turn; empty to stop it. */
export interface Hook {
  url: string;
}

/** A legal action, and what it would publicly bring about. */
export interface Legal {
  action: string;
  foresight: Record<string, unknown>;
}

/** Why an action is not possible: a key of the words files, its parameters, and the rule's number. */
export interface Why {
  key: string;
  params: Record<string, unknown>;
  rule: string;
}

/** Who caused a version, and how. */
export interface By {
  kind: "action" | "away" | "joined" | "left" | "next" | "opened" | "paused" | "rematch" | "removed" | "resumed" | "returned" | "seat" | "started" | "undo" | "word";
  seat: number | null;
  action: string | null;
  bot: boolean;
}

/** One event of the game: its name and its numbers; a number the receiver may not know is 0. */
export interface Happened {
  kind: string;
  data: Record<string, number>;
}

/** What one seat alone gets with a version. */
export interface Own {
  seat: number;
  view: Record<string, unknown>;
  events: Happened[];
  legal: Legal[];
  undo: boolean;
  lesson: LessonStep | null;
}

/** Where a lesson stands. */
export interface LessonStep {
  step: number | null;
  of: number;
  action: string | null;
}

/** One version of a table as one receiver sees it. */
export interface Moment {
  version: number;
  by: By;
  table: TableInfo | null;
  events: Happened[];
  view: Record<string, unknown> | null;
  deadline: number | null;
  outcome: Outcome | null;
  own: Own | null;
}

export interface Outcome {
  winners: number[];
  scores: number[];
  reason: string;
}

/** One line of the log. */
export interface Entry {
  version: number;
  by: By;
  events: Happened[];
}

/** The first frame: protocol, table, and the token of a seat or none to watch. */
export interface Hello {
  t: "hello";
  protocol: number;
  table: string;
  token?: string;
  code?: string;
  since?: number | null;
}

/** An action of this seat, decided on the version that the client saw. */
export interface Act {
  t: "act";
  key: string;
  on: number;
  action: string;
}

export interface Undo {
  t: "undo";
  key: string;
  on: number;
}

/** Why is this action not possible? Answered without changing anything. */
export interface Ask {
  t: "ask";
  key: string;
  action: string;
}

/** What would a strong bot do here? Answered when it has thought. */
export interface Hint {
  t: "hint";
  key: string;
}

export interface Cheer {
  t: "emote";
  emote: "again" | "hello" | "hurry" | "oops" | "ouch" | "thanks" | "well-played" | "wow";
}

/** Send the present moment again. */
export interface Resync {
  t: "resync";
}

export interface Ping {
  t: "ping";
}

/** The answer to hello: where the table stands, and the log from `since` on (all of it without). */
export interface Welcome {
  t: "welcome";
  protocol: number;
  seat: number | null;
  host: boolean;
  moment: Moment;
  log: Entry[];
}

/** A new version. Versions come without gaps; who misses one asks for a resync. */
export interface Update {
  t: "update";
  moment: Moment;
}

/** The present moment again, after a resync. */
export interface Now {
  t: "now";
  moment: Moment;
  log: Entry[];
}

/** An action or undo was kept, as this version. The same answer comes again if it is sent again. */
export interface Ack {
  t: "ack";
  key: string;
  version: number;
}

/** Something was not done, and nothing was lost. */
export interface Refused {
  t: "refused";
  key: string;
  code: string;
  version: number;
  why: Why | null;
}

/** To ask: why the action is not possible, or None if it is. */
export interface Answer {
  t: "answer";
  key: string;
  why: Why | null;
}

/** To hint: an action, on which version, and by which bot. */
export interface Advice {
  t: "advice";
  key: string;
  version: number;
  action: string;
  bot: string;
  chances: number[] | null;
}

export interface Cheered {
  t: "emoted";
  seat: number;
  emote: string;
}

/** Who is connected, by seat, and how many watch. */
export interface Presence {
  t: "presence";
  online: boolean[];
  watching: number;
}

/** The last frame: the connection is about to be closed, with the reason; `again` says whether to come back. */
export interface Goodbye {
  t: "goodbye";
  code: string;
  again: boolean;
}

export interface Pong {
  t: "pong";
}

/** A finished game, moment by moment, with every card open: for those who were there. */
export interface Replay {
  table: TableInfo;
  game: number;
  moments: Moment[];
}

/** Every HTTP answer that is no success. */
export interface Problem {
  code: string;
  detail: string;
  why: Why | null;
}

export interface RuleSetInfo {
  name: string;
  players: number[];
  usual: number;
  options: string[];
}

export interface GameInfo {
  name: string;
  rule_sets: RuleSetInfo[];
}

/** What a page needs to know of the server before anything else. */
export interface About {
  version: string;
  protocol: number;
  games: GameInfo[];
  levels: string[];
  emotes: string[];
  imprint: string;
  privacy: string;
  hooks: boolean;
  address: string;
}

/** What one seat, or everybody (`seat` is None), may know. */
export interface LinkoView {
  seat: number | null;
  players: number;
  start: number;
  turn: number;
  actor: number | null;
  phase: string;
  hands: Hand[];
  displays: Layer[][];
  deck: number;
  pool: (Place | null)[];
  discard: Record<string, number>;
  shadow: Record<string, number> | null;
  owner: number | null;
  owed: number;
  scores: number[];
}

export interface Hand {
  size: number;
  known: Record<string, number>;
  cards: Record<string, number> | null;
}

export interface Layer {
  value: number;
  numbers: number;
  jokers: number;
}

/** A place of the pool: its card and, in the duel, what lies on it. */
export interface Place {
  card: string;
  thirteens: number;
  jokers: number;
}

/** What one seat, or everybody (`seat` is None), may know. */
export interface VerflixxtView {
  seat: number | null;
  players: number;
  start: number;
  turn: number;
  actor: number | null;
  phase: string;
  die: number | null;
  acting: number | null;
  track: TrackTile[];
  towers: string[][];
  home: number[];
  luck_below: boolean;
  scores: number[];
}

/** A tile that still lies on the track, start and finish included. */
export interface TrackTile {
  number: number;
  tile: string;
  pieces: number[];
  guards: number;
}

export type FromClient = Hello | Act | Undo | Ask | Hint | Cheer | Resync | Ping;

export type FromServer = Welcome | Update | Now | Ack | Refused | Answer | Advice | Cheered | Presence | Goodbye | Pong;

/** Why games end, by the event's number. */
export const REASONS: Record<string, Record<number, string>> = {"linko":{"1":"hand-empty","2":"cards-gone","3":"stalemate"},"verflixxt":{"1":"all-home"}};
