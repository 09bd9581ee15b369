import { api, type Page, path } from "./client";

export interface SchemaEntry {
  event: string;
  allowed: boolean;
  count?: number;
  filtered?: number;
  firstSeenAt?: string;
  lastSeenAt?: string;
}

export interface SchemaPage extends Page<SchemaEntry> {
  /** Events beyond those that are told apart. */
  others?: { count: number; filtered: number };
}

export const readSchema = (
  source: string,
  query: { search?: string; cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<SchemaPage>(path`/sources/${source}/schema`, query, signal);

export const changeSchema = (source: string, event: string, allowed: boolean) =>
  api.put<SchemaEntry>(path`/sources/${source}/schema/${event}`, { allowed });
