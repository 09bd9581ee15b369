import type { RegulationType } from "../api/regulations";
import type { Problems } from "../parts/useFields";

/** Reading and checking what a person asks about users; the same rules as the service's. */

export const MOST_IDS = 5_000;
const LONGEST_ID = 500;
const MOST_SOURCES = 20;

export interface RequestValues {
  type: RegulationType;
  ids: string;
  sources: string[];
  hideNow: boolean;
}

/** The ids of a text, one in each line, each once; spaces inside and around an id belong to it. */
export function idsOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\n|\r/);
  return [...new Set(lines.filter((line) => line.trim() !== ""))];
}

export const deletes = (type: RegulationType) =>
  type === "DELETE_ONLY" || type === "SUPPRESS_WITH_DELETE";

export function validateRequest({ ids, sources }: RequestValues): Problems {
  const problems: Problems = {};
  const all = idsOf(ids);
  const long = all.find((id) => [...id].length > LONGEST_ID);
  if (all.length === 0) {
    problems.subjectIds = "Needs at least one user id";
  } else if (all.length > MOST_IDS) {
    problems.subjectIds = `Has ${all.length.toLocaleString("en")} ids; a request takes ${MOST_IDS.toLocaleString("en")}`;
  } else if (long !== undefined) {
    problems.subjectIds = `An id has over ${LONGEST_ID} characters: ${long.slice(0, 30)}…`;
  }
  if (sources.length > MOST_SOURCES) {
    problems.sources = `Choose at most ${MOST_SOURCES}, or none for all`;
  }
  return problems;
}
