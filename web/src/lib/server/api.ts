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
  Problem,
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

interface Call {
  method?: "GET" | "POST";
  body?: unknown;
  token?: string | undefined;
  /** Whether index.html has asked for it already; such an answer is found only by a request of the same kind. */
  preloaded?: boolean;
}

async function ask(path: string, { method = "GET", body, token, preloaded = false }: Call = {}): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer: Response;
  try {
    const init: RequestInit = preloaded ? {} : { method, headers, cache: "no-store", credentials: "omit" };
    if (body !== undefined) init.body = JSON.stringify(body);
    answer = await fetch(`/api${path}`, init);
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
/** Posts a request that returns a token. If no answer comes it is sent once more under the same key, by which the server
 * recognises it. */
async function postWithRetry<T>(path: string, body: object): Promise<T> {
  const keyed = { key: freshKey(), ...body };
  try {
    return await post<T>(path, keyed);
  } catch (trouble) {
    if (!(trouble instanceof ApiError) || (trouble.code !== "network" && trouble.status < 502)) throw trouble;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return post<T>(path, keyed);
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
  find: (code: string) => post<Found>("/find", { code }),
  join: (join: Join) => postWithRetry<Seated>("/join", join),
  command: (id: string, command: Command, token: string) => post<Done>(`${tablePath(id)}/command`, command, token),
  transfer: (id: string, token: string) => post<Transfer>(`${tablePath(id)}/transfer`, {}, token),
  redeem: (code: string) => post<Seated>("/transfer", { code }),
  hook: (id: string, url: string, token: string) => post<unknown>(`${tablePath(id)}/hook`, { url }, token),
  push: (id: string, subscription: PushSubscription, token: string) => post<PushState>(`${tablePath(id)}/push`, subscription, token),
  pastHint: (id: string, game: number, version: number, token: string) =>
    post<PastAdvice>(`${tablePath(id)}/replay/${game}/hint`, { version }, token),
  /** A finished game; `code` is that of a private table, for whoever has no seat there. */
  replay: (id: string, game: number, token?: string, code = "") =>
    call<GameReplay>(`${tablePath(id)}/replay/${game}${code && !token ? `?code=${encodeURIComponent(code)}` : ""}`, { token }),
  record: async (id: string, game: number, token?: string) => (await ask(`${tablePath(id)}/record/${game}`, { token })).text(),
};

/** A random key for a request. The server takes two requests with one key for the same request. */
export function freshKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
