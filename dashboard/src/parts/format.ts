/** Formats numbers, durations and times. Times are in the viewer's zone. */

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

export const count = (value: number) => whole.format(value);
export const compact = (value: number) => (value < 10_000 ? count(value) : short.format(value));

/** A share of 1 as a percentage that never rounds up to 100. */
export function percent(share: number): string {
  const hundredths = Math.floor(share * 10_000 + 1e-9);
  return `${(hundredths / 100).toFixed(hundredths % 100 === 0 ? 0 : 2)} %`;
}

export function millis(value: number): string {
  if (value < 1) {
    return "< 1 ms";
  }
  if (value < 1_000) {
    return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
  }
  return `${(value / 1_000).toFixed(2)} s`;
}

const UNITS: [string, number][] = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
];

/** A duration in its two largest units: "2 h 5 min". */
export function span(milliseconds: number): string {
  let seconds = Math.max(0, Math.round(milliseconds / 1_000));
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const amount = Math.floor(seconds / size);
    seconds -= amount * size;
    if (amount > 0 || (unit === "s" && parts.length === 0)) {
      parts.push(`${amount} ${unit}`);
    } else if (parts.length === 1) {
      break;
    }
    if (parts.length === 2) {
      break;
    }
  }
  return parts.join(" ");
}

const clock: Intl.DateTimeFormatOptions = {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
};
const today = new Intl.DateTimeFormat("en-GB", clock);
const thisYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", ...clock });
const anyYear = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  ...clock,
});
const dayOnly = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
});

/** A short form of a time, relative to the day of `now`. */
export function moment(at: Date, now: Date): string {
  if (at.toDateString() === now.toDateString()) {
    return today.format(at);
  }
  return (at.getFullYear() === now.getFullYear() ? thisYear : anyYear).format(at);
}

export const date = (at: Date) => dayOnly.format(at);

/** The text on hover: "2026-11-15 08:44:33.120 UTC". */
export const utc = (at: Date) => `${at.toISOString().replace("T", " ").replace("Z", "")} UTC`;

/** "connection_refused" as words. */
export const words = (code: string) => code.replaceAll("_", " ").replaceAll(".", " ");
