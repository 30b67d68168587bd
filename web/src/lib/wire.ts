// Made by web/make_types.py from src/tatze/wire and the games' views. Do not edit.


/** Version of the wire protocol. */
export const PROTOCOL = 1;

/** Maximum number of characters of a player's name. */
export const MAX_NAME_LENGTH = 24;

/** Maximum number of characters of a word that a player adds to the deal. */
export const MAX_WORD_LENGTH = 100;

/** Maximum number of characters of a message to the others at a table. */
export const MAX_MESSAGE_LENGTH = 200;

/** Maximum number of characters of a table's code. */
export const MAX_CODE_LENGTH = 16;

/** Maximum number of characters of the password for new tables. */
export const MAX_PASSWORD_LENGTH = 100;

/** Maximum number of characters of a webhook's address. */
export const MAX_URL_LENGTH = 500;

/** Seats as people write them: A is seat 0. */
export const SEAT_LETTERS = "ABCDEF";

/** Fields of views and events whose number is a seat. */
export const SEAT_FIELDS = ["seat", "turn", "actor", "start", "owner", "other"] as const;

/** Fields of views whose list has one entry for each seat, in the order of the seats. */
export const PER_SEAT_FIELDS = ["scores", "hands", "seats"] as const;

/** Every animal that a person can choose as a face, in the order in which the page offers them. */
export const ANIMALS = ["fox", "rabbit", "bear", "owl", "frog", "panda", "dog", "mouse", "penguin", "pig", "hedgehog", "sheep"] as const;

/** Every colour of a seat, in the order in which the page offers them. */
export const COLOURS = ["blue", "yellow", "green", "pink", "orange", "violet"] as const;

/** Whether a table gives hints, in the order in which the page offers the choices. */
export const HINTS = ["on", "off", "after"] as const;

/** Every emote, in the order in which the page offers them. */
export const EMOTES = ["hello", "well-played", "thanks", "oops", "ouch", "hurry", "wow", "again"] as const;

/** Who shall sit on a seat: the host, a person who joins, or a bot. */
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
  hints?: "after" | "off" | "on" | null;
  messages?: boolean;
  games?: number;
  start?: "full" | "host";
  pace?: number;
  lesson?: string;
  position?: string;
  seed?: number | null;
  key?: string | null;
  animal?: "bear" | "dog" | "fox" | "frog" | "hedgehog" | "mouse" | "owl" | "panda" | "penguin" | "pig" | "rabbit" | "sheep" | null;
  colour?: "blue" | "green" | "orange" | "pink" | "violet" | "yellow" | null;
  password?: string;
}

/** A seat as everybody at the table sees it. */
export interface SeatInfo {
  kind: "bot" | "open" | "person";
  name: string;
  level: string;
  away: boolean;
  online: boolean;
  host: boolean;
  reason: "" | "absent" | "clock" | "left";
  animal: string;
  colour: string;
  stand_in: boolean;
}

/** The standing of a series of games. */
export interface SeriesInfo {
  games: number;
  number: number;
  totals: number[];
  leaders: number[];
}

/** The commitment to a game's secret, and after the game the secret itself. */
export interface FairnessInfo {
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
  series: SeriesInfo;
  fair: FairnessInfo;
  version: number;
  created: number;
  next: string | null;
  lesson: string;
  turn: number | null;
  invitation: number;
  again: number[];
  hints: "after" | "off" | "on";
  messages: boolean;
  start: string;
  practice: boolean;
}

/** A seat that a person got. The token is the only proof of it. */
export interface Seated {
  table: TableInfo;
  seat: number;
  token: string;
}

/** A table that was opened, as its host gets it. */
export interface Opened {
  table: TableInfo;
  seat: number | null;
  token: string;
  code: string;
}

/** Sit down at a table: at any table by its code, or at a listed table by its id. */
export interface Join {
  name: string;
  code?: string;
  table?: string;
  seat?: number | null;
  key?: string | null;
  animal?: "bear" | "dog" | "fox" | "frog" | "hedgehog" | "mouse" | "owl" | "panda" | "penguin" | "pig" | "rabbit" | "sheep" | null;
  colour?: "blue" | "green" | "orange" | "pink" | "violet" | "yellow" | null;
}

/** Look a table up by its code. */
export interface Find {
  code: string;
}

/** A table that was found by its code. */
export interface Found {
  table: TableInfo;
}

/** The public tables at which a game is awaited or played. */
export interface Listing {
  tables: TableInfo[];
}

/** A one-time code that brings a seat to another device. */
export interface Transfer {
  code: string;
  expires: number;
}

/** Exchange a transfer's code for a token of the seat. */
export interface Redeem {
  code: string;
}

/** Settings that the host changes after a table was opened; None leaves one as it is. */
export interface TableSettings {
  hints?: "after" | "off" | "on" | null;
  messages?: boolean | null;
  code?: boolean;
}

/** What a seat or the host does at the table outside the game. Needs a token of the table. */
export interface Command {
  do: "expel" | "leave" | "next" | "nudge" | "pause" | "rematch" | "remove" | "resume" | "return" | "seat" | "settings" | "start" | "substitute" | "word";
  key: string;
  seat?: number | null;
  plan?: SeatPlan | null;
  word?: string | null;
  settings?: TableSettings | null;
}

/** A command was carried out and stored. */
export interface Done {
  key: string;
  version: number;
  table: TableInfo;
  opened: Opened | null;
  code: string;
}

/** An address that the server calls when it is this seat's turn; empty to stop the calls. */
export interface Webhook {
  url: string;
}

/** A browser's push subscription, which is told when it is this seat's turn; the fields come from the Push API. */
export interface PushSubscription {
  endpoint: string;
  p256dh?: string;
  auth?: string;
  lang?: "de" | "en";
  on?: boolean;
}

/** Whether a browser is told when it is this seat's turn. */
export interface PushState {
  on: boolean;
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
export interface Cause {
  kind: "action" | "away" | "joined" | "left" | "next" | "opened" | "paused" | "rematch" | "removed" | "resumed" | "returned" | "seat" | "settings" | "started" | "undo" | "word";
  seat: number | null;
  action: string | null;
  bot: boolean;
  substitute: string;
  name: string;
  reason: string;
  stand_in: boolean;
}

/** One event of the game: its name and its numbers. A number that the receiver may not know is 0. */
export interface Happened {
  kind: string;
  data: Record<string, number>;
}

/** How far a lesson has come. */
export interface LessonStep {
  step: number | null;
  of: number;
  action: string | null;
  asks: boolean;
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

/** The result of a finished game. */
export interface OutcomeInfo {
  winners: number[];
  scores: number[];
  reason: string;
}

/** One version of a table as one receiver sees it. */
export interface Moment {
  version: number;
  by: Cause;
  table: TableInfo | null;
  events: Happened[];
  view: Record<string, unknown> | null;
  deadline: number | null;
  outcome: OutcomeInfo | null;
  own: Own | null;
}

/** One version in the log. */
export interface LogEntry {
  version: number;
  by: Cause;
  events: Happened[];
}

/** Ask what a strong bot would have done at a version of a finished game. */
export interface PastHint {
  version: number;
}

/** What a strong bot would have done in place of the seat that decided, from what that seat could see then. */
export interface PastAdvice {
  version: number;
  seat: number;
  choice: Legal;
  bot: string;
  chances: number[] | null;
  stand_in: boolean;
}

/** A finished game, moment by moment, with every card open. Versions that were undone are left out. */
export interface GameReplay {
  table: TableInfo;
  game: number;
  moments: Moment[];
}

/** A position that is to be shown as a board. */
export interface PositionAsked {
  position: string;
}

/** A position as a board shows it to the seat that sees it, or to the seat that decides in a whole position. */
export interface PositionShown {
  game: string;
  rules: string;
  options: Record<string, string>;
  players: number;
  seat: number;
  view: unknown;
  own: Record<string, unknown>;
  legal: Legal[];
}

/** The first frame: protocol, table, and the token of a seat; without a token the client is a spectator. */
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

/** Take the last action of this seat back. */
export interface Undo {
  t: "undo";
  key: string;
  on: number;
}

/** Ask why an action is not possible. The answer changes nothing. */
export interface Ask {
  t: "ask";
  key: string;
  action: string;
}

/** Ask what a strong bot would do here. */
export interface Hint {
  t: "hint";
  key: string;
}

/** Show an emote to everybody at the table. */
export interface ShowEmote {
  t: "emote";
  emote: "again" | "hello" | "hurry" | "oops" | "ouch" | "thanks" | "well-played" | "wow";
}

/** Send a message to everybody who plays at the table. It is sent on once for each key. */
export interface Say {
  t: "say";
  key: string;
  text: string;
}

/** Ask for the present moment and the whole log. */
export interface Resync {
  t: "resync";
}

/** Ask for a pong. */
export interface Ping {
  t: "ping";
}

/** The answer to hello: the present moment, and the log after the version that the client has. */
export interface Welcome {
  t: "welcome";
  protocol: number;
  seat: number | null;
  host: boolean;
  moment: Moment;
  log: LogEntry[];
}

/** A new version. Versions come without gaps; a client that misses one asks for a resync. */
export interface Update {
  t: "update";
  moment: Moment;
}

/** The answer to resync: the present moment and the whole log. */
export interface Now {
  t: "now";
  moment: Moment;
  log: LogEntry[];
}

/** An action or undo was stored, as this version. The same key always gets the same answer. */
export interface Ack {
  t: "ack";
  key: string;
  version: number;
}

/** A request was refused, and nothing changed. */
export interface RefusedFrame {
  t: "refused";
  key: string;
  code: string;
  version: number;
  why: Why | null;
}

/** The answer to ask: why the action is not possible, or None if it is. */
export interface Answer {
  t: "answer";
  key: string;
  why: Why | null;
}

/** The answer to hint: an action, the version it is for, and the bot that chose it. */
export interface Advice {
  t: "advice";
  key: string;
  version: number;
  action: string;
  bot: string;
  chances: number[] | null;
  stand_in: boolean;
}

/** A seat shows an emote. */
export interface EmoteShown {
  t: "emoted";
  seat: number;
  emote: string;
}

/** A seat's message. Only seats get messages, and nothing stores them. */
export interface Said {
  t: "said";
  seat: number;
  name: string;
  text: string;
  at: number;
  key: string;
}

/** The last messages at the table, the oldest first, for a seat that connects. They replace what the client has. */
export interface RecentMessages {
  t: "messages";
  messages: Said[];
}

/** Whether each seat is connected, and the number of spectators. */
export interface Presence {
  t: "presence";
  online: boolean[];
  watching: number;
  absent: (number | null)[];
  absent_after: number;
}

/** The last frame before the server closes the connection: the reason, and whether to reconnect (`again`). */
export interface Goodbye {
  t: "goodbye";
  code: string;
  again: boolean;
}

/** The answer to ping. */
export interface Pong {
  t: "pong";
}

/** The body of every HTTP answer that is not a success. */
export interface Problem {
  code: string;
  detail: string;
  why: Why | null;
}

/** A rule set: its name, the possible and the usual number of players, and its options. */
export interface RuleSetInfo {
  name: string;
  players: number[];
  usual: number;
  options: string[];
  defaults: Record<string, string>;
  variant: string;
}

/** A lesson: its name, and how long it takes. */
export interface LessonInfo {
  name: string;
  minutes: number;
}

/** A game and its rule sets. */
export interface GameInfo {
  name: string;
  rule_sets: RuleSetInfo[];
  lessons: LessonInfo[];
  limited_rules: Record<string, string[]>;
  puzzles: number;
}

/** The sentences of a game in one language, by key. */
export interface GameWords {
  words: Record<string, string>;
}

/** The settings of a game whose chance is asked about. */
export interface ChanceAsked {
  game: string;
  rules: string;
  players: number;
  options?: Record<string, string>;
}

/** What chance decides in a game of given settings, in the order before anything is drawn. */
export interface ChanceInfo {
  stock: string[];
  outcomes: string[];
}

/** What a server offers. */
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
  push: string;
  reviews: string[];
  opening: "everybody" | "nobody" | "password";
  banner: string;
  report: string;
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

/** A review, or how far it has come. */
export interface ReviewStatus {
  state: "ready" | "waiting" | "working";
  progress: number;
  result: ReviewedGame | null;
}

/** The review of a finished game, with the positions of its decisions. */
export interface ReviewedGame {
  review: GameReview;
  positions: Record<string, string>;
}

/** The review of a finished game. */
export interface GameReview {
  game: string;
  rules: string;
  names: string[];
  depth: "deep" | "instant";
  judge: string;
  reviewed: number[];
  complete: boolean;
  start: number[];
  steps: Step[];
  decisions: DecisionReview[];
  seats: SeatReview[];
  turning_points: number[];
}

/** One entry of the record, and how it moved everybody's chances. Each tuple has one number for each seat. */
export interface Step {
  entry: number;
  actor: number | null;
  action: string;
  chances: number[];
  luck: number[];
  decision: number[];
  hidden: number[];
  rest: number[];
}

/** A decision with more than one legal action, judged by what the seat could know. */
export interface DecisionReview {
  entry: number;
  seat: number;
  chosen: string;
  best: string;
  error: number;
  low: number;
  high: number;
  grade: "blunder" | "fine" | "inaccuracy" | "mistake";
  candidates: Candidate[];
  right: string[];
  reasons: Reason[];
}

/** A legal action of a decision, and how good it is by what the seat knew. */
export interface Candidate {
  action: string;
  value: number;
  gap: number;
  gap_low: number;
  gap_high: number;
}

/** One reason why an action is better than another, from what the evaluation saw. */
export interface Reason {
  key: string;
  params: Record<string, number | string>;
}

/** What a review says about one seat. */
export interface SeatReview {
  seat: number;
  name: string;
  account: Account;
  decisions: number;
  mean_error: number;
  low: number;
  high: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
  levels: string[];
  moments: number[];
}

/** Where a seat's result came from: before + luck + hidden + own + others + rest = result. */
export interface Account {
  before: number;
  luck: number;
  hidden: number;
  own: number;
  others: number;
  rest: number;
  result: number;
}

/** The puzzles that come with a game. */
export interface GamePuzzles {
  puzzles: Puzzle[];
}

/** A decision to be found. */
export interface Puzzle {
  id: string;
  rules: string;
  position: string;
  right: string[];
  gap: number;
  gap_low: number;
  level: number;
  found: Record<string, number>;
}

export type FromClient = Hello | Act | Undo | Ask | Hint | ShowEmote | Say | Resync | Ping;

export type FromServer = Welcome | Update | Now | Ack | RefusedFrame | Answer | Advice | EmoteShown | Said | RecentMessages | Presence | Goodbye | Pong;

/** Why games end, by the event's number. */
export const REASONS: Record<string, Record<number, string>> = {"linko":{"1":"hand-empty","2":"cards-gone","3":"stalemate"},"verflixxt":{"1":"all-home"}};
