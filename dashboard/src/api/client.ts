import type { InvalidFields, Next, Problem } from "../../generated/openapi";

/** The client of the admin API: one function sends requests; it throws two kinds of error. */

export interface Page<T> {
  data: T[];
  next: Next;
}

/** An error response of the service. */
export class ApiError extends Error {
  readonly problem: Problem & Partial<InvalidFields>;
  readonly retryAfterSeconds: number | undefined;

  constructor(problem: Problem & Partial<InvalidFields>, retryAfterSeconds?: number) {
    super(problem.detail);
    this.name = "ApiError";
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  get status(): number {
    return this.problem.status;
  }
}

/** The service did not respond. */
export class UnreachableError extends Error {
  constructor() {
    super(
      "The service does not respond. Check that it is running and that this computer is online.",
    );
    this.name = "UnreachableError";
  }
}

export type Query = Record<string, string | number | undefined | null>;

interface Options {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
}

/** Browsers remove the segments . and .. even if they are encoded, so these have their own spelling. */
function segment(value: string): string {
  return /^\.\.?$/.test(value) ? "%25%32%45".repeat(value.length) : encodeURIComponent(value);
}

/** A path with its variable parts encoded: path`/sources/${id}`. */
export function path(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return texts.reduce(
    (whole, text, i) => whole + text + (i < values.length ? segment(String(values[i] ?? "")) : ""),
    "",
  );
}

/** A path of the API with its query, without parameters that are undefined, null or empty. */
export function apiUrl(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") {
      parameters.set(name, String(value));
    }
  }
  const text = parameters.toString();
  return `/api${path}${text === "" ? "" : `?${text}`}`;
}

async function request<T>(method: string, path: string, options: Options = {}): Promise<T> {
  // Protects against cross-site requests: other sites can send the cookie but not this header.
  const headers: Record<string, string> = { "X-Postrider": "1", Accept: "application/json" };
  const init: RequestInit = { method, headers, credentials: "same-origin" };
  if (options.body !== undefined) {
    headers["Content-Type"] = "application/json";
    init.body = JSON.stringify(options.body);
  }
  if (options.signal) {
    init.signal = options.signal;
  }
  let response: Response;
  try {
    response = await fetch(apiUrl(path, options.query), init);
  } catch (failure) {
    if (options.signal?.aborted) {
      throw failure;
    }
    throw new UnreachableError();
  }
  if (!response.ok) {
    throw await errorOf(response);
  }
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function errorOf(response: Response): Promise<ApiError> {
  const after = Number(response.headers.get("Retry-After") ?? Number.NaN);
  let problem: Problem;
  try {
    problem = (await response.json()) as Problem;
  } catch {
    problem = { type: "about:blank", title: response.statusText, status: 0, detail: "" };
  }
  return new ApiError(
    {
      ...problem,
      status: response.status,
      detail: problem.detail || problem.title || `The service returned ${response.status}.`,
    },
    Number.isFinite(after) ? after : undefined,
  );
}

export const api = {
  read: <T>(path: string, query?: Query, signal?: AbortSignal) =>
    request<T>("GET", path, { ...(query && { query }), ...(signal && { signal }) }),
  create: <T>(path: string, body?: unknown, signal?: AbortSignal) =>
    request<T>("POST", path, { body, ...(signal && { signal }) }),
  change: <T>(path: string, body: unknown) => request<T>("PATCH", path, { body }),
  put: <T>(path: string, body: unknown) => request<T>("PUT", path, { body }),
  remove: <T = void>(path: string) => request<T>("DELETE", path),
};

/** Reads all pages of a list; the service limits how many items exist. */
export async function readAll<T>(path: string, signal?: AbortSignal): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<T> = await api.read<Page<T>>(path, { limit: 200, cursor }, signal);
    all.push(...page.data);
    cursor = page.next;
  } while (cursor !== null);
  return all;
}

/** Whether the service returned 404. */
export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}
