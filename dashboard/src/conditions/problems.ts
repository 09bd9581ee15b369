import type { Condition } from "../api/computations";
import { parseValue, takesMany, takesNumber, takesTime, takesValue } from "../parts/operands";
import type { Problems } from "../parts/useFields";
import {
  type CountedDraft,
  conditionOf,
  type Draft,
  type GroupDraft,
  type TestDraft,
  type ValueDraft,
} from "./draft";
import { windowProblem } from "./window";

/**
 * The service's rules, so that errors show while typing. The service decides. Missing values and
 * wrong values are separate: missing ones are not marked before saving.
 */
export interface Findings {
  missing: Problems;
  wrong: Problems;
}

const MAX_TRAIT_LENGTH = 500;
const MAX_EVENT_LENGTH = 1_000;
const MAX_PATH_LENGTH = 500;
const MAX_TEXT_LENGTH = 1_000;
const MAX_KEYS = 10;
const MAX_OPERANDS = 100;
const HIGHEST_COUNT = 1_000_000_000;
export const MAX_WHERE = 20;
export const MAX_CONDITIONS = 100;
export const MAX_DEPTH = 10;

const DEFINITION = "definition";

export function groupFindings(group: GroupDraft): Findings {
  const findings: Findings = { missing: {}, wrong: {} };
  noteCondition(findings, DEFINITION, group);
  const condition = conditionOf(group);
  if (sizeOf(condition) > MAX_CONDITIONS) {
    findings.wrong[DEFINITION] =
      `Has more than ${MAX_CONDITIONS} conditions, including those on properties`;
  } else if (depthOf(condition) > MAX_DEPTH) {
    findings.wrong[DEFINITION] = `Nests groups more than ${MAX_DEPTH} levels deep`;
  }
  return findings;
}

export function valueFindings({ kind, counted, property }: ValueDraft): Findings {
  const findings: Findings = { missing: {}, wrong: {} };
  noteCounted(findings, DEFINITION, counted);
  if (kind !== "event_count") {
    noteProperty(findings, `${DEFINITION}.property`, property);
  }
  return findings;
}

/** The path of a condition in the API's errors. */
export const pathOf = (draft: Draft, path: string) => (draft.negated ? `${path}.not` : path);
export const innerPath = (group: GroupDraft, path: string, index: number) =>
  `${pathOf(group, path)}.${group.kind}[${index}]`;

function noteCondition(findings: Findings, outer: string, draft: Draft) {
  const path = pathOf(draft, outer);
  switch (draft.kind) {
    case "all":
    case "any":
      if (draft.inner.length === 0) {
        findings.missing[`${path}.${draft.kind}`] = "Needs a condition";
      }
      draft.inner.forEach((one, index) => {
        noteCondition(findings, innerPath(draft, outer, index), one);
      });
      return;
    case "trait":
      noteText(
        findings,
        `${path}.trait`,
        draft.trait,
        MAX_TRAIT_LENGTH,
        "Needs the name of a trait",
      );
      noteTest(findings, path, draft.test);
      return;
    case "audience":
      if (draft.audience === "") {
        findings.missing[`${path}.audience`] = "Choose an audience";
      }
      return;
    case "event":
      noteCounted(findings, path, draft.counted);
      noteCount(findings, `${path}.count.value`, draft.count.value);
      return;
  }
}

function noteText(
  findings: Findings,
  path: string,
  text: string,
  longest: number,
  missing: string,
) {
  if (text === "") {
    findings.missing[path] = missing;
  } else if ([...text].length > longest) {
    findings.wrong[path] = `Has over ${longest.toLocaleString("en")} characters`;
  }
}

function noteCount(findings: Findings, path: string, text: string) {
  const count = Number(text);
  if (text.trim() === "") {
    findings.missing[path] = "Needs a number";
  } else if (!Number.isInteger(count) || count < 0 || count > HIGHEST_COUNT) {
    findings.wrong[path] = "Must be a whole number";
  }
}

function noteCounted(findings: Findings, path: string, { event, where, within }: CountedDraft) {
  noteText(findings, `${path}.event`, event, MAX_EVENT_LENGTH, "Needs the name of an event");
  where.forEach(({ property, test }, index) => {
    const place = `${path}.where[${index}]`;
    noteProperty(findings, `${place}.property`, property);
    noteTest(findings, place, test);
  });
  const problem = within && windowProblem(within);
  if (problem) {
    const findingsOf = within.amount.trim() === "" ? findings.missing : findings.wrong;
    findingsOf[`${path}.within`] = problem;
  }
}

function noteProperty(findings: Findings, path: string, text: string) {
  const property = text.trim();
  noteText(findings, path, property, MAX_PATH_LENGTH, "Needs the name of a property");
  const keys = property.split(/(?<!\\)(?:\\\\)*\./);
  if (property !== "" && (keys.includes("") || keys.length > MAX_KEYS)) {
    findings.wrong[path] = "Must be a name such as total, or a path such as address.city";
  }
}

function noteTest(findings: Findings, path: string, { op, value }: TestDraft) {
  if (!takesValue(op)) {
    return;
  }
  const place = `${path}.value`;
  const read = parseValue(value, op);
  const all = takesMany(op) ? (read as unknown[]) : [read];
  if (value.trim() === "" || all.length === 0) {
    findings.missing[place] = "Needs a value";
  } else if (takesNumber(op) && typeof read !== "number") {
    findings.wrong[place] = "Must be a number";
  } else if (takesTime(op) && !/^\d{4}-?\d{2}/.test(String(read))) {
    findings.wrong[place] = "Must be a time such as 2026-01-31 or 2026-01-31T12:00:00Z";
  } else if (all.some((one) => Number.isInteger(one) && !Number.isSafeInteger(one))) {
    findings.wrong[place] = "Has more digits than this page supports; use the admin API";
  } else if (all.length > MAX_OPERANDS) {
    findings.wrong[place] = `Has over ${MAX_OPERANDS} values`;
  } else if (all.some((one) => typeof one === "string" && [...one].length > MAX_TEXT_LENGTH)) {
    findings.wrong[place] = `Has over ${MAX_TEXT_LENGTH.toLocaleString("en")} characters`;
  }
}

function innerOf(condition: Condition): Condition[] {
  if ("not" in condition) {
    return [condition.not];
  }
  return "all" in condition ? condition.all : "any" in condition ? condition.any : [];
}

function sizeOf(condition: Condition): number {
  const where = "event" in condition ? (condition.where?.length ?? 0) : 0;
  return innerOf(condition).reduce((sum, one) => sum + sizeOf(one), 1 + where);
}

const depthOf = (condition: Condition): number =>
  1 + Math.max(0, ...innerOf(condition).map(depthOf));
