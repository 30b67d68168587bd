import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { TableSocket, type LinkState } from "$lib/server/socket";
import type { FromServer } from "$lib/wire";

import { last, FakeSocket } from "../../fake-socket";

const welcome = { t: "welcome", protocol: 1, seat: 0, host: true, moment: { version: 3 }, log: [] };

let states: LinkState[];
let heard: FromServer[];
let socket: TableSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.all = [];
  states = [];
  heard = [];
  socket = new TableSocket("t1", { token: "token", code: "" }, { heard: (frame) => heard.push(frame), changed: (state) => states.push(state), since: () => 3 });
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a table's socket", () => {
  it("says hello with the token in the first frame, never in the address", () => {
    last().onopen?.();
    expect(last().sent).toEqual([{ t: "hello", protocol: 1, table: "t1", token: "token", code: "", since: 3 }]);
    expect(last().address).not.toContain("token");
  });

  it("comes back by itself, and sends again what was not answered", () => {
    last().onopen?.();
    last().say(welcome);
    socket.request({ t: "act", key: "k1", on: 3, action: "m1" });
    last().onclose?.();
    expect(states.at(-1)).toBe("off");
    vi.advanceTimersByTime(2000);
    expect(FakeSocket.all).toHaveLength(2);
    last().onopen?.();
    last().say(welcome);
    expect(last().sent.map((frame) => frame.t)).toEqual(["hello", "act"]);
  });

  it("asks again with the same key while the server does not know whether it counted", () => {
    last().onopen?.();
    last().say(welcome);
    socket.request({ t: "act", key: "k1", on: 3, action: "m1" });
    last().say({ t: "refused", key: "k1", code: "server/unknown", version: 3 });
    expect(heard.map((frame) => frame.t)).toEqual(["welcome"]);
    vi.advanceTimersByTime(1000);
    const act = { t: "act", key: "k1", on: 3, action: "m1" };
    expect(last().sent.slice(1)).toEqual([act, act]);
    last().say({ t: "ack", key: "k1", version: 4 });
    vi.advanceTimersByTime(5000);
    expect(last().sent).toHaveLength(3);
  });

  it("does not send again what was answered", () => {
    last().onopen?.();
    last().say(welcome);
    socket.request({ t: "act", key: "k1", on: 3, action: "m1" });
    last().say({ t: "ack", key: "k1", version: 4 });
    last().onclose?.();
    vi.advanceTimersByTime(2000);
    last().onopen?.();
    last().say(welcome);
    expect(last().sent.map((frame) => frame.t)).toEqual(["hello"]);
  });

  it("waits longer each time, but not for ever", () => {
    for (let i = 0; i < 12; i += 1) {
      last().onclose?.();
      vi.advanceTimersByTime(20_000);
    }
    expect(FakeSocket.all).toHaveLength(13);
  });

  it("stays away after a goodbye that means it", () => {
    last().onopen?.();
    last().say({ t: "goodbye", code: "table/removed", again: false });
    last().onclose?.();
    vi.advanceTimersByTime(60_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(states.at(-1)).toBe("closed");
    expect(heard.at(-1)).toMatchObject({ code: "table/removed" });
  });

  it("gives a silent connection up", () => {
    last().onopen?.();
    last().say(welcome);
    vi.advanceTimersByTime(90_000);
    expect(FakeSocket.all.length).toBeGreaterThan(1);
  });
});
