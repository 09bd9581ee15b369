/** Filters of a destination, as the service keeps them. */

export const OPERATORS = [
  "equals",
  "not_equals",
  "less_than",
  "at_most",
  "greater_than",
  "at_least",
  "contains",
  "not_contains",
  "starts_with",
  "ends_with",
  "exists",
  "not_exists",
  "before",
  "after",
  "one_of",
  "contains_one_of",
] as const;
export type Operator = (typeof OPERATORS)[number];

export const MESSAGE_TYPES = ["identify", "track", "page", "screen", "group", "alias"] as const;

export type Match =
  | { all: Match[] }
  | { any: Match[] }
  | { not: Match }
  | { type: string[] }
  | { event: string[] }
  | { field: string; op: Operator; value?: unknown };

interface FilterHead {
  name?: string;
  enabled?: boolean;
  when?: Match;
}

export type Filter = FilterHead &
  (
    | { action: "drop" }
    | { action: "sample"; percent: number; by?: "messageId" | "userId" }
    | { action: "omit"; fields: string[] }
    | { action: "keep"; fields: string[] }
  );
