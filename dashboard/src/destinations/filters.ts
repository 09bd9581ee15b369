import type { Filter, Match } from "../api/filters";

/** Pure functions for editing filters. */

export const MAX_FILTERS = 50;

export type Action = Filter["action"];
export type MatchKind = "all" | "any" | "not" | "type" | "event" | "field";

export const ACTIONS: { value: Action; label: string }[] = [
  { value: "drop", label: "Drop the message" },
  { value: "sample", label: "Keep a sample" },
  { value: "omit", label: "Remove fields" },
  { value: "keep", label: "Keep only some fields" },
];

export const KINDS: { value: MatchKind; label: string }[] = [
  { value: "type", label: "Type is one of" },
  { value: "event", label: "Event is one of" },
  { value: "field", label: "Field" },
  { value: "all", label: "All of these" },
  { value: "any", label: "Any of these" },
  { value: "not", label: "Not" },
];

export function kindOf(match: Match): MatchKind {
  return (["all", "any", "not", "type", "event"] as const).find((kind) => kind in match) ?? "field";
}

export function emptyMatch(kind: MatchKind): Match {
  switch (kind) {
    case "all":
      return { all: [emptyMatch("type")] };
    case "any":
      return { any: [emptyMatch("type")] };
    case "not":
      return { not: emptyMatch("type") };
    case "type":
      return { type: ["track"] };
    case "event":
      return { event: [] };
    case "field":
      return { field: "", op: "equals", value: "" };
  }
}

/** The filter with another action; keeps the common fields. */
export function withAction(filter: Filter, action: Action): Filter {
  const head = {
    ...(filter.name !== undefined && { name: filter.name }),
    ...(filter.enabled !== undefined && { enabled: filter.enabled }),
    ...(filter.when !== undefined && { when: filter.when }),
  };
  const fields = "fields" in filter ? filter.fields : [];
  switch (action) {
    case "drop":
      return { ...head, action };
    case "sample":
      return { ...head, action, percent: 10, by: "messageId" };
    case "omit":
    case "keep":
      return { ...head, action, fields };
  }
}
