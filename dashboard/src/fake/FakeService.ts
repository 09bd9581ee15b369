import type { FieldError, Problem, paths } from "../../generated/openapi";
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

/** An error response. */
class ErrorResponse {
  readonly problem: Problem;
  readonly headers: Record<string, string>;

  constructor(problem: Problem, headers: Record<string, string>) {
    this.problem = problem;
    this.headers = headers;
  }
}

export const problem = (
  status: number,
  detail: string,
  errors?: FieldError[],
  headers: Record<string, string> = {},
) =>
  new ErrorResponse(
    {
      type: "urn:postrider:problem:some",
      title: "Some problem",
      status,
      detail,
      ...(errors && { errors }),
    },
    headers,
  );

/** A page of a list, by default the only one. */
export function page<T>(data: T[]): { data: T[]; next: null };
export function page<T>(data: T[], next: string): { data: T[]; next: string };
export function page<T>(data: T[], next: string | null = null) {
  return { data, next };
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
type AdminPath<P> = P extends `/api${infer Rest}` ? Rest : never;
/** A path of the admin API, as in the OpenAPI document. */
type Path = AdminPath<keyof paths>;

/** The JSON response of an operation on success, according to the OpenAPI document. */
type Body<M extends Method, P extends Path> = paths[`/api${P}`][Lowercase<M>] extends {
  responses: infer Responses;
}
  ? { [S in keyof Responses & (200 | 201 | 202 | 204)]: Content<Responses[S]> }[keyof Responses &
      (200 | 201 | 202 | 204)]
  : never;
type Content<Response> = Response extends { content: { "application/json": infer Json } }
  ? Json
  : undefined;

type Responder<B> = (request: FakeRequest, parts: string[]) => B | ErrorResponse;

/**
 * The service in memory, with the responses that a test sets. Other paths return 404, as in a
 * service older than the dashboard. Responses have the types of the OpenAPI document.
 */
export class FakeService {
  session: Session | null = { name: "Admin token", role: "admin" };
  sources: Source[] = [];
  destinations: Destination[] = [];
  readonly requests: FakeRequest[] = [];
  private readonly responders: {
    method: string;
    pattern: RegExp;
    respond: Responder<unknown>;
  }[] = [];

  constructor() {
    this.on("GET", "/session", () => this.session ?? problem(401, "Sign in first."));
    this.on("GET", "/sources", () => page(this.sources));
    this.on("GET", "/sources/{id}", (_, [id]) => found(this.sources, id));
    this.on("GET", "/destinations", () => page(this.destinations));
    this.on("GET", "/destinations/{id}", (_, [id]) => found(this.destinations, id));
  }

  /** Sets the response of an operation; the last one set applies. */
  on<M extends Method, P extends Path>(method: M, path: P, respond: Responder<Body<M, P>>): this {
    const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
    this.responders.unshift({ method, pattern, respond });
    return this;
  }

  /** The requests to a path that change something. */
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
    const body = answer instanceof ErrorResponse ? answer.problem : answer;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status:
        answer instanceof ErrorResponse ? answer.problem.status : body === undefined ? 204 : 200,
      headers: {
        "Content-Type": "application/json",
        ...(answer instanceof ErrorResponse && answer.headers),
      },
    });
  };

  private answer(request: FakeRequest): unknown {
    for (const { method, pattern, respond } of this.responders) {
      const match = method === request.method ? pattern.exec(request.path) : null;
      if (match) {
        return respond(request, match.slice(1).map(decodeURIComponent));
      }
    }
    return problem(404, `No such path: ${request.path}`);
  }
}

function found<T extends { id: string }>(items: T[], id: string | undefined): T | ErrorResponse {
  return items.find((item) => item.id === id) ?? problem(404, "Nothing has this ID.");
}
