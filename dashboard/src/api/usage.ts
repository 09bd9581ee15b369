import type { UsagePage, UsageRow } from "../../generated/openapi";
import { api, apiUrl } from "./client";

export type { UsageRow } from "../../generated/openapi";

export interface UsageQuery {
  from: string;
  to: string;
  source?: string;
}

/** The page shows at most this many rows; the CSV file has all. */
export const MAX_ROWS = 5_000;

export interface UsageOfDays {
  rows: UsageRow[];
  /** Since when all calls are counted. */
  since: string | undefined;
}

/** Reads the pages of a range of days, up to MAX_ROWS rows. */
export async function readUsage(query: UsageQuery, signal?: AbortSignal): Promise<UsageOfDays> {
  const rows: UsageRow[] = [];
  let page: UsagePage | undefined;
  do {
    page = await api.read<UsagePage>(
      "/usage",
      { ...query, limit: 1_000, cursor: page?.next },
      signal,
    );
    rows.push(...page.data);
  } while (page.next !== null && rows.length < MAX_ROWS);
  return { rows, since: page.since };
}

export const usageFile = (query: UsageQuery) => apiUrl("/usage", { ...query, format: "csv" });
