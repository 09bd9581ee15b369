import type { Schema, SchemaEntry } from "../../generated/openapi";
import { api, path } from "./client";

export type { SeenEvent } from "../../generated/openapi";

export const readSchema = (
  source: string,
  query: { search?: string; cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<Schema>(path`/sources/${source}/schema`, query, signal);

export const changeSchema = (source: string, event: string, allowed: boolean) =>
  api.put<SchemaEntry>(path`/sources/${source}/schema/${event}`, { allowed });
