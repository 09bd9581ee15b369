import { api, path, readAll } from "./client";

export type SourceType = "web" | "mobile" | "server";
export type NewEvents = "allow" | "block";

export interface Source {
  id: string;
  name: string;
  type: SourceType;
  writeKey: string;
  enabled: boolean;
  rateLimit?: number;
  newEvents?: NewEvents;
  createdAt: string;
  declaredAs?: string;
  previousWriteKeys?: { writeKey: string; expiresAt: string }[];
}

export interface SourceChange {
  name?: string;
  type?: SourceType;
  enabled?: boolean;
  rateLimit?: number | null;
  newEvents?: NewEvents;
}

export const listSources = (signal?: AbortSignal) => readAll<Source>("/sources", signal);
export const readSource = (id: string, signal?: AbortSignal) =>
  api.read<Source>(path`/sources/${id}`, {}, signal);
export const createSource = (source: SourceChange) => api.create<Source>("/sources", source);
export const changeSource = (id: string, change: SourceChange) =>
  api.change<Source>(path`/sources/${id}`, change);
export const deleteSource = (id: string) => api.remove(path`/sources/${id}`);
export const rotateWriteKey = (id: string) => api.create<Source>(path`/sources/${id}/write-keys`);
export const revokeWriteKey = (id: string, key: string) =>
  api.remove(path`/sources/${id}/write-keys/${key}`);
