import { afterEach, expect, test, vi } from "vitest";

import { ApiError, api } from "$lib/server/api";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A network that answers in this order; what was sent is kept. */
function network(...answers: (Response | Error)[]): { key: string }[] {
  const sent: { key: string }[] = [];
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_: string, init: RequestInit) => {
    sent.push(JSON.parse(init.body as string));
    const answer = answers[sent.length - 1]!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  return sent;
}

const seated = () => Response.json({ seat: 1 });
const refused = (status: number, code: string) => Response.json({ code, detail: "", why: null }, { status });

test.each([["a lost answer", new TypeError()], ["a proxy without a server", refused(502, "http/502")]])(
  "after %s the same request is sent again under the same key",
  async (_, first) => {
    const sent = network(first, seated());
    const answer = api.join({ name: "Ben", code: "ABCDEF" });
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toEqual({ seat: 1 });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[0]!.key).toMatch(/^[A-Za-z0-9_-]{22,64}$/);
  },
);

test("a command of which the server does not know whether it counted is sent again under the same key", async () => {
  const sent = network(refused(503, "server/unknown"), refused(503, "server/unknown"), seated());
  const answer = api.command("t", { do: "pause", key: "k" }, "token");
  await vi.advanceTimersByTimeAsync(2000);
  expect(await answer).toEqual({ seat: 1 });
  expect(sent.map((one) => one.key)).toEqual(["k", "k", "k"]);
});

test("a refusal is an answer", async () => {
  const sent = network(refused(409, "table/full"));
  await expect(api.join({ name: "Ben", code: "ABCDEF" })).rejects.toEqual(new ApiError("table/full", 409));
  expect(sent).toHaveLength(1);
});

test("every request has a key of its own", async () => {
  const sent = network(seated(), seated());
  await api.open({ game: "linko", name: "Ada" });
  await api.open({ game: "linko", name: "Ada" });
  expect(sent[0]!.key).not.toBe(sent[1]!.key);
});
