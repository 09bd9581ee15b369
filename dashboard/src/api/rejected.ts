import type { StoredRejection } from "../../generated/openapi";
import { api, type Page } from "./client";

export type { StoredRejection } from "../../generated/openapi";

export type RejectedPage = Page<StoredRejection> & { since: string };

export const listRejected = (
  query: { source?: string; code?: string; sender?: string; cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<RejectedPage>("/rejected", query, signal);
