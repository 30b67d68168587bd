/** A table over its socket: the latest moment, the log, who is connected, and the request that is under way. */

import { myHistory } from "$lib/history/history.svelte";
import { api, freshKey, ApiError } from "$lib/server/api";
import { TableSocket, type LinkState } from "$lib/server/socket";
import type { Command, Done, FromServer, GameReplay, Happened, LogEntry, Moment, OutcomeInfo, Said, ShowEmote, TableInfo, Why } from "$lib/wire";

import { Absences } from "./absences.svelte";
import { MomentQueue } from "./moment-queue.svelte";
import { myTables } from "./my-tables.svelte";
import { ShownMoments } from "./shown-moments.svelte";

/** A message that is shown once. */
export interface Toast {
  id: number;
  kind: "why" | "trouble" | "hint" | "plain";
  key: string;
  why?: Why;
  /** With a hint: every seat's chance to win, where a bot can say. */
  chances?: number[];
  /** With a hint: whether a simpler bot gave it, because the strong one is not ready yet. */
  simple?: boolean;
}

/** An emote or a message that is shown beside a seat for a moment. */
export interface Bubble {
  seat: number;
  emote: ShowEmote["emote"] | "";
  text: string;
  id: number;
}

/** How many messages are kept on the page; older ones are forgotten. */
const MAX_MESSAGES = 200;
/** How long an emote or a message is shown, in milliseconds, and how much longer for each character to read. */
const BUBBLE_MS = 3500;
const BUBBLE_CHARACTER_MS = 60;

/** Milliseconds that people need at a calm pace to follow a moment of a game that says nothing about it. */
export const USUAL_MS = 1400;

/** How often a key decision of a lesson is missed before the lesson shows it. */
const TRIES = 2;

/** The state of one table. Components read its fields; people act through its methods; the socket's frames change it. */
export class LiveTable {
  info = $state.raw<TableInfo | null>(null);
  moment = $state.raw<Moment | null>(null);
  log = $state.raw<LogEntry[]>([]);
  seat = $state.raw<number | null>(null);
  host = $state(false);
  link = $state<LinkState>("connecting");
  online = $state.raw<boolean[]>([]);
  watching = $state(0);
  readonly absences = new Absences();
  /** The action that was sent and has no answer yet. */
  pending = $state<string | null>(null);
  hinted = $state<string | null>(null);
  thinking = $state(false);
  toast = $state.raw<Toast | null>(null);
  /** The number of the rule that refused the last action that was tried; empty once the game has gone on. */
  refusedBy = $state("");
  /** The actions that were tried at this key decision of a lesson and are not what the lesson asks for. */
  tried = $state.raw<string[]>([]);
  /** Whether the lesson shows what it asks for. */
  told = $state(false);
  bubbles = $state.raw<Bubble[]>([]);
  /** Messages of people at the table, the oldest first. */
  messages = $state.raw<Said[]>([]);
  /** How many messages of others came since this person last looked. */
  unread = $state(0);
  /** What this person is writing. */
  draft = $state("");
  /** Seats whose messages and emotes are not shown on this device. */
  muted = $state.raw<number[]>([]);
  /** The code of the reason why the table cannot be shown; empty while it can. */
  gone = $state("");
  /** The moments of this game that were shown here, for looking back. */
  readonly shown: ShownMoments;

  /** The whole game with every card open, once it is over. */
  replay = $state.raw<GameReplay | null>(null);
  /** Whether the moment on show came in while we looked, and was not found when we came. */
  arrived = $state(false);

  private socket: TableSocket | null = null;
  /** The version of the newest moment that came in, shown or not. */
  private received = -1;
  private readonly queue: MomentQueue;
  private keys = { pending: "", hint: "", ask: "", say: "" };
  private sent = "";
  private count = 0;

  /** `code` is the table's code: with it one may watch a private table. `lasts` says how many milliseconds people need at
   * a calm pace to follow events. */
  constructor(
    readonly id: string,
    readonly code = "",
    lasts: (events: Happened[]) => number = () => USUAL_MS,
  ) {
    this.shown = new ShownMoments(id);
    this.muted = myTables.of(id)?.muted ?? [];
    this.queue = new MomentQueue({
      show: (moment) => this.show(moment),
      lasts: (moment) => (moment.events.length ? lasts(eventsOf(moment)) : 0),
    });
  }

  get token(): string {
    return myTables.of(this.id)?.token ?? "";
  }

  /** The code by which others join, if this browser knows it; empty once it was replaced. */
  get invitation(): string {
    const mine = myTables.of(this.id);
    return mine && (mine.invitation ?? 1) === this.info?.invitation ? mine.code : "";
  }

  /** Whether this person may start the game: the host may, and everybody at the table of a host who has vanished. */
  get starts(): boolean {
    return this.host || (this.seat !== null && this.absences.late.some((seat) => this.info?.seats[seat]?.host));
  }

  get view(): Record<string, unknown> | null {
    return this.moment?.view ?? null;
  }

  /** The table at the end with every card open, where that shows more than the last moment did. */
  get openedView(): Record<string, unknown> | null {
    if (!this.outcome) return null;
    const view = this.replay?.moments.at(-1)?.view ?? null;
    return JSON.stringify(view) === JSON.stringify(this.view) ? null : view;
  }

  get outcome(): OutcomeInfo | null {
    return this.moment?.outcome ?? null;
  }

  /** Whether this browser may fetch records and replays: everybody may at a listed table, else only its players. */
  get open(): boolean {
    return !!this.token || !!this.info?.public;
  }

  /** Whether this seat decides now. */
  get myTurn(): boolean {
    return this.info?.status === "playing" && (this.moment?.own?.legal.length ?? 0) > 0;
  }

  /** Whether more has happened than is on show. */
  get behind(): boolean {
    return this.queue.count > 0;
  }

  /** Shows what has happened, now. */
  skip(): void {
    this.queue.skip();
  }

  connect(): void {
    this.socket ??= new TableSocket(this.id, { token: this.token, code: this.token ? "" : this.code }, {
      heard: (frame) => this.heard(frame),
      changed: (state) => (this.link = state),
      since: () => {
        this.skip();
        return this.log.at(-1)?.version ?? null;
      },
    });
  }

  close(): void {
    this.absences.close();
    this.skip();
    this.socket?.close();
    this.socket = null;
  }

  /** Connects anew, because this browser has a new seat or token. */
  reconnect(): void {
    this.close();
    this.gone = "";
    this.log = [];
    this.connect();
  }

  // --- Requests of a person ---

  /** Sends an action. At a key decision of a lesson a wrong one is kept back and explained, unless it is `meant`. */
  act(action: string, meant = false): void {
    if (this.pending || !this.moment || !this.moment.own?.legal.some((one) => one.action === action)) return;
    const lesson = this.moment.own.lesson;
    if (lesson?.asks && action !== lesson.action && !meant) {
      this.tried = [...this.tried, action];
      return;
    }
    this.pending = action;
    this.hinted = null;
    this.toast = null;
    this.keys.pending = freshKey();
    this.socket?.request({ t: "act", key: this.keys.pending, on: this.moment.version, action });
  }

  /** Whether the last action can be taken back. */
  get undoable(): boolean {
    return !this.behind && !!this.moment?.own?.undo;
  }

  undo(): void {
    if (this.pending || !this.moment || !this.undoable) return;
    this.pending = "undo";
    this.keys.pending = freshKey();
    this.socket?.request({ t: "undo", key: this.keys.pending, on: this.moment.version });
  }

  ask(action: string): void {
    this.keys.ask = freshKey();
    this.socket?.request({ t: "ask", key: this.keys.ask, action });
  }

  /** What a lesson points at: the action of its script, at a key decision only when it was asked for or missed twice. */
  get pointed(): string | null {
    const lesson = this.moment?.own?.lesson;
    return lesson && (!lesson.asks || this.told || this.tried.length >= TRIES) ? lesson.action : null;
  }

  /** Whether a hint can be asked for: not where the table gives none, nor where a lesson already says what to do. */
  get hintable(): boolean {
    return this.info?.hints === "on" && this.myTurn && !this.thinking && !this.moment?.own?.lesson?.action;
  }

  hint(): void {
    if (!this.hintable) return;
    this.thinking = true;
    this.keys.hint = freshKey();
    this.socket?.request({ t: "hint", key: this.keys.hint });
  }

  emote(emote: ShowEmote["emote"]): void {
    this.socket?.send({ t: "emote", emote });
  }

  /** Sends a message. It stays in the draft if the server refuses it. */
  say(text: string): void {
    if (!text) return;
    this.sent = text;
    this.draft = "";
    this.keys.say = freshKey();
    this.socket?.request({ t: "say", key: this.keys.say, text });
  }

  /** Hides or shows what a seat says, on this device. */
  mute(seat: number, on: boolean): void {
    this.muted = on ? [...this.muted, seat] : this.muted.filter((one) => one !== seat);
    this.bubbles = this.bubbles.filter((one) => !this.muted.includes(one.seat));
    myTables.mute(this.id, this.muted);
  }

  readAll(): void {
    this.unread = 0;
  }

  /** Carries out a command; returns the id of the table that it opened, if it did. */
  async command(command: Omit<Command, "key">): Promise<string | null> {
    return (await this.carryOut(command))?.opened?.table.id ?? null;
  }

  /** Carries out a command; returns whether that was possible. */
  async tell(command: Omit<Command, "key">): Promise<boolean> {
    return (await this.carryOut(command)) !== null;
  }

  private async carryOut(command: Omit<Command, "key">): Promise<Done | null> {
    try {
      const done = await api.command(this.id, { ...command, key: freshKey() }, this.token);
      if (this.info && done.table.version >= this.info.version) this.inform(done.table);
      if (done.opened) myTables.sit(done.opened.table, done.opened.seat, done.opened.token, done.opened.code);
      if (done.code) myTables.invite(done.table, done.code);
      return done;
    } catch (error) {
      this.trouble(error instanceof ApiError ? error.code : "server/error");
      return null;
    }
  }

  trouble(code: string): void {
    this.showToast("trouble", `problem.${code}`);
  }

  showToast(kind: Toast["kind"], key: string, more: Pick<Toast, "why" | "chances" | "simple"> = {}): void {
    this.toast = { id: (this.count += 1), kind, key, ...more };
    if (more.why) this.refusedBy = more.why.rule;
  }

  // --- Frames of the server ---

  private heard(frame: FromServer): void {
    switch (frame.t) {
      case "welcome":
        this.seat = frame.seat;
        this.host = frame.host;
        return this.whole(frame.moment, frame.log);
      case "now":
        return this.whole(frame.moment, frame.log);
      case "update":
        return this.next(frame.moment);
      case "ack":
        if (frame.key === this.keys.pending && this.moment && this.moment.version >= frame.version) this.pending = null;
        return;
      case "refused":
        return this.refused(frame.key, frame.code, frame.why);
      case "answer":
        if (frame.why) this.showToast("why", frame.why.key, { why: frame.why });
        return;
      case "advice":
        this.thinking = false;
        if (frame.version === this.moment?.version) {
          this.hinted = frame.action;
          this.showToast("hint", frame.action, { simple: frame.stand_in, ...(frame.chances ? { chances: frame.chances } : {}) });
        }
        return;
      case "emoted":
        return this.showBubble(frame.seat, frame.emote as ShowEmote["emote"], "");
      case "said":
        return this.said(frame);
      case "messages":
        this.messages = frame.messages;
        return;
      case "presence":
        this.online = frame.online;
        this.watching = frame.watching;
        this.absences.hear(frame);
        return;
      case "goodbye":
        if (!frame.again) this.gone = frame.code;
    }
  }

  /** Takes the present moment with the log up to it: after connecting, and after a gap. */
  private whole(moment: Moment, log: LogEntry[]): void {
    this.skip();
    const last = this.log.at(-1)?.version ?? -1;
    const first = log[0]?.version;
    this.log = first !== undefined && first <= last ? [...this.log.filter((one) => one.version < first), ...log] : [...this.log, ...log];
    this.arrived = false;
    this.received = moment.version;
    this.receive(moment);
  }

  private next(moment: Moment): void {
    if (moment.version <= this.received) return;
    if (moment.version > this.received + 1) return this.socket?.send({ t: "resync" });
    this.received = moment.version;
    const own = moment.by.seat === this.seat && this.seat !== null && !moment.by.bot;
    this.queue.add(moment, own);
  }

  private show(moment: Moment): void {
    this.log = [...this.log, { version: moment.version, by: moment.by, events: eventsOf(moment) }];
    this.arrived = true;
    this.receive(moment);
  }

  private receive(moment: Moment): void {
    if (moment.table) this.inform(moment.table);
    if (moment.table && !moment.table.messages) this.messages = [];
    if (moment.version !== this.moment?.version) {
      this.refusedBy = "";
      this.tried = [];
      this.told = false;
      this.pending = null;
      this.hinted = null;
      this.thinking = false;
      if (this.toast?.kind !== "trouble") this.toast = null;
    }
    this.moment = moment;
    if (this.info) {
      const outcome = moment.outcome ? { outcome: moment.outcome } : {};
      myTables.see(this.info, { waits: this.myTurn, at: Date.now(), ...outcome });
      if (moment.outcome) myHistory.finish(this.info, this.seat, moment.outcome);
    }
    this.remember(moment);
    if (!moment.outcome) this.replay = null;
    else if (!this.replay && this.open && this.info) void this.fetchReplay(this.info.series.number);
  }

  private async fetchReplay(game: number): Promise<void> {
    const replay = await api.replay(this.id, game, this.token || undefined).catch(() => null);
    if (this.outcome) this.replay = replay;
  }

  /** Takes what is known of the table. What was said while it was paused, or before it began, no longer holds. */
  private inform(info: TableInfo): void {
    if (this.info && info.status !== this.info.status) this.toast = null;
    this.info = info;
  }

  private remember({ version, by, view, own, ...rest }: Moment): void {
    if (!view) return;
    if (by.kind === "started" || by.kind === "next") this.shown.clear();
    this.shown.add({ version, view, own: own?.view ?? null, events: eventsOf({ own, events: rest.events }) });
  }

  private refused(key: string, code: string, why: Why | null): void {
    if (key === this.keys.hint) this.thinking = false;
    if (key === this.keys.pending) this.pending = null;
    if (key && key === this.keys.say) this.draft ||= this.sent;
    if (code === "action/stale") this.socket?.send({ t: "resync" });
    else if (why) this.showToast("why", why.key, { why });
    else this.trouble(code);
  }

  private said(message: Said): void {
    if (this.messages.some((one) => one.seat === message.seat && one.key === message.key)) return;
    this.messages = [...this.messages, message].slice(-MAX_MESSAGES);
    if (message.seat !== this.seat && !this.muted.includes(message.seat)) this.unread += 1;
    this.showBubble(message.seat, "", message.text);
  }

  private showBubble(seat: number, emote: Bubble["emote"], text: string): void {
    if (this.muted.includes(seat)) return;
    const bubble = { seat, emote, text, id: (this.count += 1) };
    this.bubbles = [...this.bubbles.filter((one) => one.seat !== seat), bubble];
    const until = BUBBLE_MS + BUBBLE_CHARACTER_MS * text.length;
    setTimeout(() => (this.bubbles = this.bubbles.filter((one) => one.id !== bubble.id)), until);
  }
}

/** The events of a moment, with the numbers that only this seat may know where there are any. */
export function eventsOf(moment: Pick<Moment, "own" | "events">): Happened[] {
  return moment.own?.events.length ? moment.own.events : moment.events;
}
