import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { choose } from "$lib/browser/settings.svelte";
import { myTables } from "$lib/table/my-tables.svelte";
import { LiveTable } from "$lib/table/table.svelte";

import { info, last, moment, FakeSocket } from "../../fake-socket";

let table: LiveTable;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  choose({ pace: "now" });
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  myTables.sit(info(0), 0, "token", "CODE");
  table = new LiveTable("t1");
  table.connect();
  last().onopen?.();
  last().say({ t: "welcome", protocol: 1, seat: 0, host: true, moment: moment(3), log: [{ version: 3, by: moment(3).by, events: [] }] });
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

const sent = () => last().sent.map((frame) => frame.t);

describe("a table", () => {
  it("says hello with the seat's token", () => {
    expect(last().sent[0]).toMatchObject({ t: "hello", table: "t1", token: "token" });
    expect(table.seat).toBe(0);
    expect(table.myTurn).toBe(true);
  });

  it("takes one version after the other", () => {
    last().say({ t: "update", moment: moment(4) });
    expect(table.moment?.version).toBe(4);
    expect(table.log.map((entry) => entry.version)).toEqual([3, 4]);
  });

  it("asks again when a version is missing, and ignores one it has", () => {
    last().say({ t: "update", moment: moment(6) });
    expect(sent()).toContain("resync");
    expect(table.moment?.version).toBe(3);
    last().say({ t: "now", moment: moment(6), log: [4, 5, 6].map((version) => ({ version, by: moment(version).by, events: [] })) });
    expect(table.log.map((entry) => entry.version)).toEqual([3, 4, 5, 6]);
    last().say({ t: "update", moment: moment(5) });
    expect(table.moment?.version).toBe(6);
  });

  it("sends an action once, and only a legal one", () => {
    table.act("m9");
    table.act("m1");
    table.act("m1");
    expect(sent()).toEqual(["hello", "act"]);
    expect(last().sent[1]).toMatchObject({ on: 3, action: "m1" });
    expect(table.pending).toBe("m1");
    last().say({ t: "update", moment: moment(4) });
    expect(table.pending).toBeNull();
  });

  it("tells why something was refused", () => {
    table.act("m1");
    const why = { key: "why.home", params: {}, rule: "V-19" };
    last().say({ t: "refused", key: (last().sent[1] as { key: string }).key, code: "action/illegal", version: 3, why });
    expect(table.pending).toBeNull();
    expect(table.toast).toMatchObject({ kind: "why", why });
  });

  it("keeps what it has seen, for looking back after a reload", () => {
    last().say({ t: "update", moment: moment(4) });
    table.close();
    expect(new LiveTable("t1").shown.all.map((one) => one.version)).toEqual([3, 4]);
  });

  it("writes each moment once, and forgets them when another game begins", () => {
    const written = vi.spyOn(Storage.prototype, "setItem");
    last().say({ t: "update", moment: moment(4) });
    last().say({ t: "now", moment: moment(4), log: [] });
    const keys = () => written.mock.calls.map(([key]) => key).filter((key) => key.startsWith("tatze.seen."));
    expect(keys()).toEqual(["tatze.seen.t1.4"]);
    const next = moment(5);
    last().say({ t: "update", moment: { ...next, by: { ...next.by, kind: "next" } } });
    expect(table.shown.all.map((one) => one.version)).toEqual([5]);
    expect(Object.keys(sessionStorage)).toEqual(["tatze.seen.t1.5"]);
    written.mockRestore();
  });

  it("remembers the first commitment it saw, whatever comes later", () => {
    const other = moment(4);
    other.table!.fair.commitment = "c1";
    last().say({ t: "update", moment: other });
    expect(myTables.of("t1")?.promised).toEqual({ 1: "c0" });
  });

  it("shows a hint only for the position it was asked for", () => {
    table.hint();
    last().say({ t: "advice", key: "x", version: 2, action: "m1", bot: "tiger" });
    expect(table.hinted).toBeNull();
    table.hint();
    last().say({ t: "advice", key: "x", version: 3, action: "m1", bot: "tiger" });
    expect(table.hinted).toBe("m1");
  });

  const message = (seat: number, text: string, key = text) => ({ t: "said", seat, name: "Mira", text, at: 0, key }) as const;

  it("keeps each message once, counts what is new, and shows nothing of those who are muted", () => {
    last().say(message(1, "Hi"));
    last().say(message(1, "Hi"));
    expect(table.messages.map((one) => one.text)).toEqual(["Hi"]);
    expect(table.unread).toBe(1);
    expect(table.bubbles.map((one) => one.text)).toEqual(["Hi"]);
    table.mute(1, true);
    expect(table.bubbles).toEqual([]);
    last().say(message(1, "Still there?"));
    last().say({ t: "emoted", seat: 1, emote: "wow" });
    expect([table.unread, table.bubbles.length]).toEqual([1, 0]);
    expect(myTables.of("t1")?.muted).toEqual([1]);
    table.mute(1, false);
    expect(table.messages.map((one) => one.text)).toEqual(["Hi", "Still there?"]);
  });

  it("gives a refused message back to whoever wrote it, and drops messages that were switched off", () => {
    table.draft = "x".repeat(9);
    table.say(table.draft);
    expect(table.draft).toBe("");
    const { key } = last().sent.findLast((frame) => frame.t === "say") as { key: string };
    last().say({ t: "refused", key, code: "rate/limited", version: 3, why: null });
    expect(table.draft).toBe("x".repeat(9));
    last().say({ t: "messages", messages: [message(1, "Hi")] });
    expect(table.messages.length).toBe(1);
    last().say({ t: "update", moment: { ...moment(4), table: { ...info(4), messages: false } } });
    expect(table.messages).toEqual([]);
  });

  it("is gone when the server says goodbye for good", () => {
    last().say({ t: "goodbye", code: "table/removed", again: false });
    expect(table.gone).toBe("table/removed");
  });
});
