import type { Operator } from "../api/filters";

/** How what a comparison compares with is typed and written. Pure. */

export const takesValue = (op: Operator) => op !== "exists" && op !== "not_exists";
export const takesMany = (op: Operator) => op === "one_of" || op === "contains_one_of";
export const takesNumber = (op: Operator) =>
  ["less_than", "at_most", "greater_than", "at_least"].includes(op);
export const takesTime = (op: Operator) => op === "before" || op === "after";
/** Whether it compares with text, even where that reads as a number. */
const takesText = (op: Operator) => op === "starts_with" || op === "ends_with" || takesTime(op);

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** What a person typed as a value: a number, true or false where it reads as one, else text. */
export function parseValue(text: string, op: Operator): unknown {
  if (takesMany(op)) {
    return parts(text).map(scalar);
  }
  if (takesNumber(op) && NUMBER.test(text.trim())) {
    return Number(text);
  }
  return takesText(op) ? unquoted(text.trim()) : scalar(text.trim());
}

/** A value as a person would type it; text that would read as something else is quoted. */
export function writeValue(value: unknown, op: Operator = "equals"): string {
  if (Array.isArray(value)) {
    return value.map((one) => writeValue(one, "one_of")).join(", ");
  }
  if (typeof value === "string") {
    const read = parseValue(value, op);
    const same = takesMany(op)
      ? Array.isArray(read) && read.length === 1 && read[0] === value
      : read === value;
    return same ? value : JSON.stringify(value);
  }
  return value === undefined || value === null ? "" : String(value);
}

/** The parts of a list with commas between them; a comma in quotes belongs to its part. */
export const parts = (text: string) =>
  (text.match(/("(\\.|[^"\\])*"|[^,])+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "");

function scalar(text: string): unknown {
  if (text === "true" || text === "false") {
    return text === "true";
  }
  if (/^-?\d+(\.\d+)?(e[+-]\d+)?$/.test(text) && String(Number(text)) === text) {
    return Number(text);
  }
  return unquoted(text);
}

function unquoted(text: string): string {
  if (!/^".*"$/s.test(text) || text.length < 2) {
    return text;
  }
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1);
  }
}
