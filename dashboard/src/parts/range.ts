import type { TimeRange } from "../api/metrics";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const RANGES = {
  "15m": { name: "Last 15 minutes", millis: 15 * MINUTE, step: "minute" },
  "1h": { name: "Last hour", millis: HOUR, step: "minute" },
  "6h": { name: "Last 6 hours", millis: 6 * HOUR, step: "minute" },
  "24h": { name: "Last 24 hours", millis: DAY, step: "minute" },
  "7d": { name: "Last 7 days", millis: 7 * DAY, step: "hour" },
  "30d": { name: "Last 30 days", millis: 30 * DAY, step: "hour" },
} as const;

export type Range = keyof typeof RANGES;

export const asRange = (text: string): Range => (text in RANGES ? (text as Range) : "1h");

/** A time axis needs so many steps. */
const FEWEST_STEPS = 2;

/** The steps without the empty ones before their subject began: nothing was there to count. */
export function sinceBegan<T extends { at: string }>(
  steps: T[],
  began: string | undefined,
  isEmpty: (step: T) => boolean,
): T[] {
  const start = began === undefined ? 0 : Date.parse(began);
  const first = steps.findIndex((step, index) => {
    const end = steps[index + 1]?.at;
    return end === undefined || Date.parse(end) > start || !isEmpty(step);
  });
  const from = Math.min(first, steps.length - FEWEST_STEPS);
  return from <= 0 ? steps : steps.slice(from);
}

/** The time range that ends now. */
export function timeRange(range: Range, now: Date): TimeRange {
  const { millis, step } = RANGES[range];
  return {
    from: new Date(now.getTime() - millis).toISOString(),
    to: now.toISOString(),
    step,
  };
}
