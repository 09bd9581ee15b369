import type { Overview } from "../../generated/openapi";
import { api } from "./client";
import type { TimeRange } from "./metrics";

export type { Attention, Overview } from "../../generated/openapi";

export const readOverview = (range: TimeRange, signal?: AbortSignal) =>
  api.read<Overview>("/overview", { ...range }, signal);
