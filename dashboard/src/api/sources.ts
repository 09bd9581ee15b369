import type { NewSource, Source, SourceChange } from "../../generated/openapi";
import { api, path, readAll } from "./client";

export type { NewEvents, Source, SourceType } from "../../generated/openapi";

export const listSources = (signal?: AbortSignal) => readAll<Source>("/sources", signal);
export const readSource = (id: string, signal?: AbortSignal) =>
  api.read<Source>(path`/sources/${id}`, {}, signal);
export const createSource = (source: NewSource) => api.create<Source>("/sources", source);
export const changeSource = (id: string, change: SourceChange) =>
  api.change<Source>(path`/sources/${id}`, change);
export const deleteSource = (id: string) => api.remove(path`/sources/${id}`);
export const rotateWriteKey = (id: string) => api.create<Source>(path`/sources/${id}/write-keys`);
export const revokeWriteKey = (id: string, key: string) =>
  api.remove(path`/sources/${id}/write-keys/${key}`);
