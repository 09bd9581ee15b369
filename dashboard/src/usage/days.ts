import type { UsageRow } from "../api/usage";

/** Days in UTC, as the service counts them. */

export const dayOf = (at: Date) => at.toISOString().slice(0, 10);

export const firstOfMonth = (at: Date) => `${dayOf(at).slice(0, 7)}-01`;

export const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The longest range that the chart shows. */
const MAX_DAYS = 400;

/** Every day from the first to the last, inclusive. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  const at = new Date(`${from}T00:00:00Z`);
  while (dayOf(at) <= to && days.length < MAX_DAYS) {
    days.push(dayOf(at));
    at.setUTCDate(at.getUTCDate() + 1);
  }
  return days;
}

export interface Sums {
  calls: number;
  filtered: number;
  counted: number;
}

/** Sums the rows by a key, in order of first occurrence. */
export function addUp(rows: UsageRow[], key: (row: UsageRow) => string): Map<string, Sums> {
  const sums = new Map<string, Sums>();
  for (const row of rows) {
    const sum = sums.get(key(row)) ?? { calls: 0, filtered: 0, counted: 0 };
    sum.calls += row.calls;
    sum.filtered += row.filtered;
    sum.counted += row.counted;
    sums.set(key(row), sum);
  }
  return sums;
}
