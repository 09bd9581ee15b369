import type { Attempt, Deliveries, FailedDelivery } from "../../generated/openapi";
import { api, type Page, path } from "./client";

export type { Attempt, FailedDelivery } from "../../generated/openapi";

export { reasonValues as REASONS } from "../../generated/openapi";

export const deliveriesOf = (id: string) => path`/destinations/${id}/deliveries`;

export const listAttempts = (id: string, signal?: AbortSignal) =>
  api.read<Page<Attempt>>(deliveriesOf(id), { status: "attempts", limit: 200 }, signal);

export const listFailed = (
  id: string,
  query: { reason?: string; search?: string; from?: string; to?: string; cursor?: string },
  signal?: AbortSignal,
) =>
  api.read<Page<FailedDelivery> & Pick<Deliveries, "since">>(
    deliveriesOf(id),
    { status: "failed", limit: 50, ...query },
    signal,
  );
