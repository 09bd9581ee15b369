import type { AcceptedCall, operations, RejectedCall } from "../../generated/openapi";
import { apiUrl, path } from "./client";

/** An event of the live debugger. */
export type LiveCall =
  | ({ kind: "accepted" } & AcceptedCall)
  | ({ kind: "rejected" } & RejectedCall);

type WatchQuery = NonNullable<operations["watchSource"]["parameters"]["query"]>;
/** The filter from the page's URL; the service checks it. */
export type LiveFilter = { [name in keyof Omit<WatchQuery, "recent">]: string };

/** The URL of a source's event stream, which starts with the given number of recent calls. */
export const liveUrl = (source: string, filter: LiveFilter, recent: number) =>
  apiUrl(path`/sources/${source}/events`, { ...filter, recent });
