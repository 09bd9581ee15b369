import { address, path } from "./client";

/** What the live debugger is told of one call. */
export type LiveCall = AcceptedCall | RejectedCall;

export interface AcceptedCall {
  kind: "accepted";
  at: string;
  type: string;
  event?: string;
  messageId: string;
  userId?: string;
  anonymousId?: string;
  filtered: boolean;
  message: unknown;
}

export interface RejectedCall {
  kind: "rejected";
  at: string;
  code: string;
  message: string;
  index?: number;
  messageId?: string;
  body?: unknown;
}

export interface LiveFilter {
  type?: string;
  event?: string;
  userId?: string;
  outcome?: string;
}

/** Where the calls of a source stream from; starts with the newest that the log still holds. */
export const liveAddress = (source: string, filter: LiveFilter, recent: number) =>
  address(path`/sources/${source}/events`, { ...filter, recent });
