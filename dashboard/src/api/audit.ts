import { api, type Page } from "./client";
import type { AuditEntry } from "./openapi";

export type { AuditEntry } from "./openapi";

export const listAudit = (query: { resource?: string; cursor?: string }, signal?: AbortSignal) =>
  api.read<Page<AuditEntry>>("/audit", { limit: 50, ...query }, signal);
