import { api, type Page } from "./client";

export interface AuditEntry {
  id: string;
  at: string;
  actor: { id: string; name: string };
  action: string;
  resource: { type: string; id?: string; name?: string };
  changes?: { field: string; from?: unknown; to?: unknown }[];
}

export const listAudit = (query: { resource?: string; cursor?: string }, signal?: AbortSignal) =>
  api.read<Page<AuditEntry>>("/audit", { limit: 50, ...query }, signal);
