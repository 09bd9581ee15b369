/** Checks that several forms share; the same rules as the service's. */

const MAX_NAME_LENGTH = 200;

export function nameProblem(name: string): string | undefined {
  if (name.trim() === "") {
    return "Needs a name";
  }
  return [...name].length > MAX_NAME_LENGTH ? `Has over ${MAX_NAME_LENGTH} characters` : undefined;
}

/** Checks for an empty text or a whole number from 1. */
export function wholeNumberProblem(text: string, highest: number): string | undefined {
  if (text.trim() === "") {
    return undefined;
  }
  const value = Number(text);
  return Number.isInteger(value) && value >= 1 && value <= highest
    ? undefined
    : `Must be a whole number from 1 to ${highest.toLocaleString("en")}, or empty`;
}

export const numberOrNull = (text: string) => (text.trim() === "" ? null : Number(text));
