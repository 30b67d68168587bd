/** The server's HTTP API. Every failure is an ApiError with a stable code. */

import type {
  About,
  ChanceAsked,
  ChanceInfo,
  Command,
  Done,
  Found,
  Join,
  Listing,
  NewTable,
  Opened,
  PastAdvice,
  PushState,
  PushSubscription,
  PositionShown,
  Problem,
  ReviewStatus,
  GamePuzzles,
  GameReplay,
  GameWords,
  Seated,
  TableInfo,
  Transfer,
  Why,
} from "$lib/wire";

/** A request that was refused or failed, with the server's code for it. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status = 0,
    readonly why: Why | null = null,
  ) {
    super(code);
  }
}

/** The code by which a server says that it does not know whether a request counted. */
export const UNKNOWN = "server/unknown";
/** Milliseconds after which such a request is sent again under the same key. */
export const ASK_AGAIN_MS = 1000;
/** The number of times that such a request is sent. */
const MAX_TRIES = 6;

interface Call {
  method?: "GET" | "POST";
  body?: unknown;
  token?: string | undefined;
  /** Whether index.html has asked for it already; such an answer is found only by a request of the same kind. */
  preloaded?: boolean;
  /** The answer on its way, where start.js has asked already. */
  asked?: Promise<Response> | undefined;
}

declare global {
  interface Window {
    /** What start.js asked for while the page's scripts were loading: the table that a code leads to. */
    invitation?: { code: string; answer: Promise<Response> };
  }
}

/** The answer that start.js asked for, if it is about this code. It can be read once. */
function takeInvitation(code: string): Promise<Response> | undefined {
  const { invitation } = window;
  if (invitation?.code !== code) return undefined;
  delete window.invitation;
  return invitation.answer;
}

async function ask(path: string, { method = "GET", body, token, preloaded = false, asked }: Call = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const init: RequestInit = preloaded ? {} : { method, headers, cache: "no-store", credentials: "omit" };
    if (body !== undefined) init.body = JSON.stringify(body);
    answer = await (asked ?? fetch(`/api${path}`, init));
  } catch {
    throw new ApiError("network");
  }
  if (answer.ok) return answer;
  const problem = (await answer.json().catch(() => null)) as Problem | null;
  throw new ApiError(problem?.code ?? `http/${answer.status}`, answer.status, problem?.why ?? null);
}

async function call<T>(path: string, options?: Call): Promise<T> {
  return (await (await ask(path, options)).json()) as T;
}

const post = <T>(path: string, body: unknown, token?: string) => call<T>(path, { method: "POST", body, token });
/** Posts a request with a key. While the server does not know whether it counted, it is sent again under the same key. */
async function postKeyed<T>(path: string, body: object, token?: string): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await post<T>(path, body, token);
    } catch (trouble) {
      if (!(trouble instanceof ApiError) || trouble.code !== UNKNOWN || tries === MAX_TRIES) throw trouble;
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
    }
  }
}

/** Posts a request that returns a token. If no answer comes it is sent once more under the same key, by which the server
 * recognises it. */
async function postWithRetry<T>(path: string, body: object): Promise<T> {
  const keyed = { key: freshKey(), ...body };
  try {
    return await postKeyed<T>(path, keyed);
  } catch (trouble) {
    if (!(trouble instanceof ApiError) || (trouble.code !== "network" && trouble.status < 502)) throw trouble;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return postKeyed<T>(path, keyed);
  }
}

const tablePath = (table: string) => `/tables/${encodeURIComponent(table)}`;

export const api = {
  about: () => call<About>("/about", { preloaded: true }),
  words: (game: string, lang: string) => call<GameWords>(`/words/${encodeURIComponent(game)}/${lang}`),
  chance: (settings: ChanceAsked) => post<ChanceInfo>("/chance", settings),
  open: (table: NewTable) => postWithRetry<Opened>("/tables", table),
  listing: () => call<Listing>("/tables"),
  table: (id: string, token?: string) => call<TableInfo>(tablePath(id), { token }),
  find: (code: string) => call<Found>("/find", { method: "POST", body: { code }, asked: takeInvitation(code) }),
  join: (join: Join) => postWithRetry<Seated>("/join", join),
  command: (id: string, command: Command, token: string) => postKeyed<Done>(`${tablePath(id)}/command`, command, token),
  transfer: (id: string, token: string) => post<Transfer>(`${tablePath(id)}/transfer`, {}, token),
  redeem: (code: string) => post<Seated>("/transfer", { code }),
  hook: (id: string, url: string, token: string) => post<unknown>(`${tablePath(id)}/hook`, { url }, token),
  push: (id: string, subscription: PushSubscription, token: string) => post<PushState>(`${tablePath(id)}/push`, subscription, token),
  pastHint: (id: string, game: number, version: number, token: string) =>
    post<PastAdvice>(`${tablePath(id)}/replay/${game}/hint`, { version }, token),
  /** A finished game; `code` is that of a private table, for whoever has no seat there. */
  replay: (id: string, game: number, token?: string, code = "") =>
    call<GameReplay>(`${tablePath(id)}/replay/${game}${code && !token ? `?code=${encodeURIComponent(code)}` : ""}`, { token }),
  /** The review of a finished game, or how far it has come; a deep one is of a seat. */
  review: ({ table, game, token, code = "" }: { table: string; game: number; token?: string | undefined; code?: string }, depth: "instant" | "deep", seat: number | null) => {
    const query = new URLSearchParams(depth === "deep" ? { depth, seat: String(seat) } : {});
    if (code && !token) query.set("code", code);
    const text = query.toString();
    return call<ReviewStatus>(`${tablePath(table)}/review/${game}${text && `?${text}`}`, { token });
  },
  position: (position: string) => post<PositionShown>("/position", { position }),
  puzzles: (game: string) => call<GamePuzzles>(`/puzzles/${encodeURIComponent(game)}`),
  record: async (id: string, game: number, token?: string) => (await ask(`${tablePath(id)}/record/${game}`, { token })).text(),
};

/** A random key for a request. The server takes two requests with one key for the same request. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
