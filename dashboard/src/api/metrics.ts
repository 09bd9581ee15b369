import type { Metrics, operations } from "../../generated/openapi";
import { api, path } from "./client";

export type { DeliveryStep, Metrics, UrlHealth } from "../../generated/openapi";

/** A time range and the width of its steps. */
export type TimeRange = Required<
  NonNullable<operations["destinationMetrics"]["parameters"]["query"]>
>;

export const readMetrics = (id: string, range: TimeRange, signal?: AbortSignal) =>
  api.read<Metrics>(path`/destinations/${id}/metrics`, { ...range }, signal);
