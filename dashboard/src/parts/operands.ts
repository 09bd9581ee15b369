import type { Operand, Operator, Scalar } from "../api/filters";

/** Reads and writes the operand of a comparison. Pure. */

export const takesValue = (op: Operator) => op !== "exists" && op !== "not_exists";
export const takesMany = (op: Operator) => op === "one_of" || op === "contains_one_of";
export const takesNumber = (op: Operator) =>
  ["less_than", "at_most", "greater_than", "at_least"].includes(op);
export const takesTime = (op: Operator) => op === "before" || op === "after";
/** Whether its operand is text, even one that looks like a number. */
const takesText = (op: Operator) => op === "starts_with" || op === "ends_with" || takesTime(op);

const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Reads a typed value: a number, true or false if it looks like one, else text. */
export function parseValue(text: string, op: Operator): Operand {
  if (takesMany(op)) {
    return parts(text).map(scalar);
  }
  if (takesNumber(op) && NUMBER.test(text.trim())) {
    return Number(text);
  }
  return takesText(op) ? unquoted(text.trim()) : scalar(text.trim());
}

/** Writes a value as it is typed; quotes text that would otherwise read as another type. */
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

/** Splits a list at its commas; a comma within quotes does not split. */
export const parts = (text: string) =>
  (text.match(/("(\\.|[^"\\])*"|[^,])+/g) ?? [])
    .map((part) => part.trim())
    .filter((part) => part !== "");

function scalar(text: string): Scalar {
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
