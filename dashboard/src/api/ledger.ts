import type { DeliveryOverview, LedgerPage } from "../../generated/openapi";
import { api, path, type Query } from "./client";

export type {
  DeliveryOverview,
  DeliverySteps,
  LedgerEntry,
  LedgerReach,
} from "../../generated/openapi";

export const entriesOf = (destinationId: string | undefined) =>
  destinationId === undefined ? "/attempts" : path`/destinations/${destinationId}/attempts`;

/** The recorded attempts of one destination, or of all. */
export const listEntries = (destinationId: string | undefined, query: Query, signal: AbortSignal) =>
  api.read<LedgerPage>(entriesOf(destinationId), { limit: 50, ...query }, signal);

export const readDeliveryOverview = (query: Query, signal: AbortSignal) =>
  api.read<DeliveryOverview>("/delivery-overview", query, signal);
