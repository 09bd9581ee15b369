import { api } from "./client";
import type { TimeRange } from "./metrics";
import type { Overview } from "./openapi";

export type { Attention, Overview } from "./openapi";

export const readOverview = (range: TimeRange, signal?: AbortSignal) =>
  api.read<Overview>("/overview", { ...range }, signal);
