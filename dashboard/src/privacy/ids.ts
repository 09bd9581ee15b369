import type { RegulationType } from "../api/regulations";
import type { Problems } from "../parts/useFields";

/** Parses and validates requests about users; the same rules as the service's. */

export const MAX_IDS = 5_000;
const MAX_ID_LENGTH = 500;
const MAX_SOURCES = 20;

export interface RequestValues {
  type: RegulationType;
  ids: string;
  sources: string[];
  hideNow: boolean;
}

/** The IDs in a text, one per line, without duplicates; spaces belong to an ID. */
export function idsOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  return [...new Set(lines.filter((line) => line.trim() !== ""))];
}

export const deletes = (type: RegulationType) =>
  type === "DELETE_ONLY" || type === "SUPPRESS_WITH_DELETE";

export function validateRequest({ ids, sources }: RequestValues): Problems {
  const problems: Problems = {};
  const all = idsOf(ids);
  const long = all.find((id) => [...id].length > MAX_ID_LENGTH);
  if (all.length === 0) {
    problems.subjectIds = "Needs at least one user ID";
  } else if (all.length > MAX_IDS) {
    problems.subjectIds = `Has ${all.length.toLocaleString("en")} IDs; a request takes ${MAX_IDS.toLocaleString("en")}`;
  } else if (long !== undefined) {
    problems.subjectIds = `An ID has over ${MAX_ID_LENGTH} characters: ${long.slice(0, 30)}…`;
  }
  if (sources.length > MAX_SOURCES) {
    problems.sources = `Select at most ${MAX_SOURCES}, or none for all`;
  }
  return problems;
}
