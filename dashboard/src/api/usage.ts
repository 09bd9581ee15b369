import { address, api, type Page } from "./client";
import type { UsageRow } from "./openapi";

export type { UsageRow } from "./openapi";

export interface UsageQuery {
  from: string;
  to: string;
  source?: string;
}

/** The page shows at most this many rows; the CSV file has all. */
export const MOST_ROWS = 5_000;

/** Reads the pages of a range of days, up to MOST_ROWS rows. */
export async function readUsage(query: UsageQuery, signal?: AbortSignal): Promise<UsageRow[]> {
  const rows: UsageRow[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<UsageRow> = await api.read<Page<UsageRow>>(
      "/usage",
      { ...query, limit: 1_000, cursor },
      signal,
    );
    rows.push(...page.data);
    cursor = page.next;
  } while (cursor !== null && rows.length < MOST_ROWS);
  return rows;
}

export const usageFile = (query: UsageQuery) => address("/usage", { ...query, format: "csv" });
