import type { Destination } from "../api/destinations";
import type { Session } from "../api/session";
import type { Source } from "../api/sources";

export interface FakeRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
type Responder = (request: FakeRequest, parts: string[]) => Answer | unknown;

/** An answer with a status of its own. */
export const status = (code: number, body?: unknown, headers?: Record<string, string>): Answer => ({
  status: code,
  body,
  ...(headers && { headers }),
});

export const problem = (code: number, detail: string, errors?: unknown[]): Answer =>
  status(code, {
    type: "urn:postrider:problem:some",
    title: "Some problem",
    status: code,
    detail,
    ...(errors && { errors }),
  });

const isAnswer = (value: unknown): value is Answer =>
  typeof value === "object" &&
  value !== null &&
  "status" in value &&
  typeof value.status === "number";

/** A list on one page. */
export const page = (data: unknown[], next: string | null = null) => status(200, { data, next });

/**
 * A service in memory that knows what tests taught it. A path it was not taught is answered 404, as
 * a service does that is older than the dashboard.
 */
export class FakeService {
  session: Session | null = { name: "Admin token", role: "admin" };
  sources: Source[] = [];
  destinations: Destination[] = [];
  readonly requests: FakeRequest[] = [];
  private readonly responders: { method: string; pattern: RegExp; respond: Responder }[] = [];

  constructor() {
    this.on("GET", "/session", () => this.session ?? problem(401, "Sign in first."));
    this.on("GET", "/sources", () => page(this.sources));
    this.on("GET", "/sources/:id", (_, [id]) => found(this.sources, id));
    this.on("GET", "/destinations", () => page(this.destinations));
    this.on("GET", "/destinations/:id", (_, [id]) => found(this.destinations, id));
  }

  /** Teaches an answer; the newest taught goes first. */
  on(method: string, path: string, respond: Responder): this {
    const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, "([^/]+)")}$`);
    this.responders.unshift({ method, pattern, respond });
    return this;
  }

  /** The requests to a path that were not for reading. */
  changes(path: string): FakeRequest[] {
    return this.requests.filter((made) => made.method !== "GET" && made.path === path);
  }

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const url = new URL(String(input), "http://localhost");
    const request: FakeRequest = {
      method: init?.method ?? "GET",
      path: url.pathname.replace(/^\/api/, ""),
      query: url.searchParams,
      body: init?.body ? JSON.parse(String(init.body)) : undefined,
      headers: new Headers(init?.headers),
    };
    this.requests.push(request);
    const answer = this.answer(request);
    const text = answer.body === undefined ? null : JSON.stringify(answer.body);
    return new Response(text, {
      status: answer.status,
      headers: { "Content-Type": "application/json", ...answer.headers },
    });
  };

  answer(request: FakeRequest): Answer {
    for (const { method, pattern, respond } of this.responders) {
      const match = method === request.method ? pattern.exec(request.path) : null;
      if (match) {
        const answer = respond(request, match.slice(1).map(decodeURIComponent));
        return isAnswer(answer) && !("id" in answer) ? answer : status(200, answer);
      }
    }
    return problem(404, `There is no ${request.path} here.`);
  }
}

function found<T extends { id: string }>(items: T[], id: string | undefined): Answer {
  const item = items.find((one) => one.id === id);
  return item ? status(200, item) : problem(404, "There is none of this id.");
}
