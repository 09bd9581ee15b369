import { address, api, type Page } from "./client";

export interface UsageRow {
  day: string;
  sourceId: string;
  type: string;
  calls: number;
  filtered: number;
  counted: number;
}

export interface UsageQuery {
  from: string;
  to: string;
  source?: string;
}

/** More rows than these are not shown; the file has them all. */
export const MOST_ROWS = 5_000;

/** The rows of a stretch of days, page after page, up to MOST_ROWS. */
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
