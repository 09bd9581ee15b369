import { AGGREGATES, COUNT_OPERATORS } from "../api/computations";
import { OPERATORS } from "../api/filters";
import { type GroupDraft, groupOf, type ValueDraft, valueDraftOf } from "./draft";
import { parseWindow } from "./window";

/** Parses a definition from JSON and checks its structure. */

/** An invalid definition; the message has the path of the error. */
export class InvalidDefinitionError extends Error {}

type Shape = Record<string, (value: unknown, path: string) => void>;

export function parseGroup(text: string): GroupDraft {
  const value = parse(text);
  checkCondition(value, "definition");
  return groupOf(value as Parameters<typeof groupOf>[0]);
}

export function parseTrait(text: string): ValueDraft {
  const value = parse(text);
  const required: Shape = { kind: oneOf(AGGREGATES), event: aText };
  check(value, "definition", required, { property: aText, ...COUNTED });
  return valueDraftOf(value as Parameters<typeof valueDraftOf>[0]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (failure) {
    throw new InvalidDefinitionError(
      `This is not JSON: ${failure instanceof Error ? failure.message : failure}`,
    );
  }
}

function fail(path: string, problem: string): never {
  throw new InvalidDefinitionError(`${path} ${problem}`);
}

const KINDS = ["all", "any", "not", "trait", "event", "audience"] as const;

function checkCondition(value: unknown, path: string) {
  const fields = object(value, path);
  const found = KINDS.filter((kind) => kind in fields);
  const kind = found[0];
  if (kind === undefined || found.length > 1) {
    fail(path, `must have one of ${KINDS.join(", ")}`);
  }
  switch (kind) {
    case "all":
    case "any":
      return check(value, path, { [kind]: listOf(checkCondition) });
    case "not":
      return check(value, path, { not: checkCondition });
    case "trait":
      return check(value, path, { trait: aText, op: oneOf(OPERATORS) }, { value: anOperand });
    case "audience":
      return check(value, path, { audience: aText });
    case "event":
      return check(value, path, { event: aText, count: aCount }, COUNTED);
  }
}

function object(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    fail(path, "must be an object");
  }
  return value as Record<string, unknown>;
}

/** Checks that an object has the required fields, and no others than those and the optional. */
function check(value: unknown, path: string, required: Shape, optional: Shape = {}) {
  const fields = object(value, path);
  const known = { ...required, ...optional };
  for (const name of Object.keys(required)) {
    if (!(name in fields)) {
      fail(path, `needs ${name}`);
    }
  }
  for (const [name, one] of Object.entries(fields)) {
    const shape = known[name];
    if (shape === undefined || !Object.hasOwn(known, name)) {
      fail(`${path}.${name}`, "is unknown");
    }
    shape(one, `${path}.${name}`);
  }
}

function aText(value: unknown, path: string) {
  if (typeof value !== "string") {
    fail(path, "must be a string");
  }
}

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);

function anOperand(value: unknown, path: string) {
  if (!isScalar(value) && !(Array.isArray(value) && value.every(isScalar))) {
    fail(path, "must be a string, a number, true, false, or a list of those");
  }
}

function aNumber(value: unknown, path: string) {
  if (typeof value !== "number") {
    fail(path, "must be a number");
  }
}

function aWindow(value: unknown, path: string) {
  if (typeof value !== "string" || parseWindow(value) === undefined) {
    fail(path, "must be a duration such as 12h or 30d");
  }
}

const oneOf = (choices: readonly string[]) => (value: unknown, path: string) => {
  if (typeof value !== "string" || !choices.includes(value)) {
    fail(path, `must be one of ${choices.join(", ")}`);
  }
};

const listOf = (shape: Shape[string]) => (value: unknown, path: string) => {
  if (!Array.isArray(value)) {
    fail(path, "must be a list");
  }
  value.forEach((one, index) => {
    shape(one, `${path}[${index}]`);
  });
};

const aCount = (value: unknown, path: string) =>
  check(value, path, { op: oneOf(COUNT_OPERATORS), value: aNumber });

const COUNTED: Shape = {
  where: listOf((value, path) =>
    check(value, path, { property: aText, op: oneOf(OPERATORS) }, { value: anOperand }),
  ),
  within: aWindow,
};
