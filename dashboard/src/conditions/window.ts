/** A time window as typed: "30" and "d". */
export interface Window {
  amount: string;
  unit: Unit;
}

export type Unit = "ms" | "s" | "m" | "h" | "d";

const NAMES: Record<Unit, string> = {
  ms: "milliseconds",
  s: "seconds",
  m: "minutes",
  h: "hours",
  d: "days",
};

/** The units to choose from; small units only if one is already selected. */
export const unitsFor = (chosen: Unit) =>
  (["ms", "s", "m", "h", "d"] as const)
    .filter((unit) => unit === chosen || !["ms", "s"].includes(unit))
    .map((value) => ({ value, label: NAMES[value] }));

/** Parses a window such as "30d"; undefined if it is invalid. */
export function parseWindow(text: string): Window | undefined {
  const found = /^(\d{1,12})\s*(ms|s|m|h|d)$/.exec(text);
  return found ? { amount: found[1] ?? "", unit: found[2] as Unit } : undefined;
}

export const writeWindow = ({ amount, unit }: Window) => amount.trim() + unit;

/** Writes "30d" as "30 days"; returns other texts unchanged. */
export function windowWords(text: string): string {
  const window = parseWindow(text);
  if (window === undefined) {
    return text;
  }
  const name = NAMES[window.unit];
  return window.amount === "1" ? name.slice(0, -1) : `${window.amount} ${name}`;
}

export function windowProblem({ amount }: Window): string | undefined {
  return /^\d{1,12}$/.test(amount.trim()) && Number(amount) > 0
    ? undefined
    : "Must be a whole number of at least 1";
}
