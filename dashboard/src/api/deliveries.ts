import type { Attempt, FailedDelivery } from "../../generated/openapi";
import { api, type Page, path } from "./client";

export type { Attempt, FailedDelivery } from "../../generated/openapi";

export { reasonValues as REASONS } from "../../generated/openapi";

export const listAttempts = (id: string, reason?: string, signal?: AbortSignal) =>
  api.read<Page<Attempt>>(
    path`/destinations/${id}/deliveries`,
    { status: "attempts", reason, limit: 200 },
    signal,
  );

export const listFailed = (
  id: string,
  query: { reason?: string; cursor?: string },
  signal?: AbortSignal,
) =>
  api.read<Page<FailedDelivery>>(
    path`/destinations/${id}/deliveries`,
    { status: "failed", limit: 50, ...query },
    signal,
  );
