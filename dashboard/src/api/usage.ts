import type { UsageRow } from "../../generated/openapi";
import { api, apiUrl, type Page } from "./client";

export type { UsageRow } from "../../generated/openapi";

export interface UsageQuery {
  from: string;
  to: string;
  source?: string;
}

/** The page shows at most this many rows; the CSV file has all. */
export const MAX_ROWS = 5_000;

/** Reads the pages of a range of days, up to MAX_ROWS rows. */
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
  } while (cursor !== null && rows.length < MAX_ROWS);
  return rows;
}

export const usageFile = (query: UsageQuery) => apiUrl("/usage", { ...query, format: "csv" });
