import type { AuditEntry } from "../../generated/openapi";
import { api, type Page } from "./client";

export type { AuditEntry } from "../../generated/openapi";

export const listAudit = (query: { resource?: string; cursor?: string }, signal?: AbortSignal) =>
  api.read<Page<AuditEntry>>("/audit", { limit: 50, ...query }, signal);
