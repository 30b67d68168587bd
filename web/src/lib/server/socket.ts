/** One table's socket: it introduces itself, connects again by itself, and sends again what was not answered. */

import { PROTOCOL, type FromClient, type FromServer } from "$lib/wire";

import { reloadOnce } from "./about.svelte";
import { ASK_AGAIN_MS, UNKNOWN } from "./api";

export type LinkState = "connecting" | "on" | "off" | "closed";

/** What the socket calls when something happens on it. */
export interface SocketListener {
  /** Every frame but ping and pong. */
  heard(frame: FromServer): void;
  changed(state: LinkState): void;
  /** The last version the page has, to be told only what is missing. */
  since(): number | null;
}

/** Requests that are answered by their key, and so can be sent again. */
type Keyed = Extract<FromClient, { key: string }>;

/** The pause before the first attempt to connect again; each further pause is twice as long. */
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 15_000;
const PING_INTERVAL_MS = 20_000;
/** A connection on which nothing was heard for this long is given up. */
const SILENCE_LIMIT_MS = 45_000;

export class TableSocket {
  private socket: WebSocket | null = null;
  private waiting = new Map<string, Keyed>();
  private tries = 0;
  private reconnectTimer = 0;
  private pingTimer = 0;
  private lastHeard = 0;
  private done = false;
  private greeted = false;

  constructor(
    private readonly table: string,
    private readonly pass: { token: string; code: string },
    private readonly listener: SocketListener,
  ) {
    addEventListener("online", this.reconnectNow);
    addEventListener("offline", this.lose);
    document.addEventListener("visibilitychange", this.reconnectNow);
    this.open();
  }

  /** Send something that needs no answer; dropped while there is no connection. */
  send(frame: FromClient): void {
    if (this.greeted) this.socket?.send(JSON.stringify(frame));
  }

  /** Send something until it is answered. */
  request(frame: Keyed): void {
    this.waiting.set(frame.key, frame);
    this.send(frame);
  }

  close(): void {
    this.done = true;
    removeEventListener("online", this.reconnectNow);
    removeEventListener("offline", this.lose);
    document.removeEventListener("visibilitychange", this.reconnectNow);
    this.drop();
    this.listener.changed("closed");
  }

  private open(): void {
    clearTimeout(this.reconnectTimer);
    if (this.done) return;
    this.listener.changed(this.tries ? "off" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/socket?table=${encodeURIComponent(this.table)}`);
    this.socket = socket;
    socket.onopen = () => this.greet(socket);
    socket.onmessage = (message) => this.hear(socket, String(message.data));
    socket.onclose = () => this.lost(socket);
  }

  private greet(socket: WebSocket): void {
    const { token, code } = this.pass;
    const hello: FromClient = { t: "hello", protocol: PROTOCOL, table: this.table, token, code, since: this.listener.since() };
    socket.send(JSON.stringify(hello));
    this.lastHeard = Date.now();
    clearInterval(this.pingTimer);
    this.pingTimer = window.setInterval(() => this.check(), PING_INTERVAL_MS);
  }

  private check(): void {
    if (Date.now() - this.lastHeard > SILENCE_LIMIT_MS) this.lose();
    else this.send({ t: "ping" });
  }

  private hear(socket: WebSocket, text: string): void {
    if (socket !== this.socket) return;
    this.lastHeard = Date.now();
    const frame = JSON.parse(text) as FromServer;
    if (frame.t === "pong") return;
    if (frame.t === "welcome") this.welcomed(frame.protocol);
    if (frame.t === "refused" && frame.code === UNKNOWN && this.waiting.has(frame.key)) return this.askAgain(frame.key);
    if ("key" in frame) this.waiting.delete(frame.key);
    if (frame.t === "goodbye" && !frame.again) {
      if (frame.code.startsWith("protocol")) reloadOnce();
      this.done = true;
    }
    this.listener.heard(frame);
    if (frame.t === "welcome") for (const request of this.waiting.values()) this.send(request);
  }

  /** Sends a request once more under its key: the server does not know yet whether it counted. */
  private askAgain(key: string): void {
    window.setTimeout(() => {
      const request = this.waiting.get(key);
      if (request && this.greeted) this.send(request);
    }, ASK_AGAIN_MS);
  }

  private welcomed(protocol: number): void {
    if (protocol !== PROTOCOL) reloadOnce();
    this.greeted = true;
    this.tries = 0;
    this.listener.changed("on");
  }

  private lost(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.drop();
    if (this.done) return this.listener.changed("closed");
    this.tries += 1;
    this.listener.changed("off");
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(this.tries - 1, 6));
    this.reconnectTimer = window.setTimeout(() => this.open(), wait * (0.7 + Math.random() * 0.6));
  }

  private drop(): void {
    clearTimeout(this.reconnectTimer);
    clearInterval(this.pingTimer);
    const socket = this.socket;
    this.socket = null;
    this.greeted = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** The network came back, or somebody looks at the page again: do not wait any longer. */
  private reconnectNow = (): void => {
    if (this.done || this.socket || document.visibilityState === "hidden") return;
    this.tries = Math.min(this.tries, 1);
    this.open();
  };

  private lose = (): void => {
    const socket = this.socket;
    if (socket) this.lost(socket);
  };
}
