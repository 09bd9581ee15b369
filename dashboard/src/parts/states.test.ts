import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as api from "../../generated/openapi";
import { DELIVERY_STATES, DESTINATION_STATES, toneOf, wordOf } from "./states";

describe("the states of the service", () => {
  test.each([...api.destinationStateValues, ...api.urlHealthStateValues])(
    "%s of a destination or URL is in the table",
    (state) => expect(Object.keys(DESTINATION_STATES)).toContain(state),
  );

  test.each([
    ...api.deliveryStatusStateValues,
    ...api.attemptOutcomeValues,
    ...api.ledgerEntryEndValues,
    ...api.replayStateValues,
  ])("%s of a delivery, attempt or replay is in the table, by its own word", (state) => {
    expect(Object.keys(DELIVERY_STATES)).toContain(state);
    expect(wordOf(state)).toBe(state.replaceAll("_", " "));
  });

  test("that this dashboard does not know have no color", () => expect(toneOf("new")).toBe("off"));
});

/** Words that people might use for a state, and the one word that pages show instead. */
const SYNONYMS: Record<string, RegExp> = {
  waiting: /\b(pending|queued|outstanding)\b/i,
  failing: /\b(broken|unhealthy|down)\b/i,
  failed: /\b(given up|gave up|undeliverable|unsuccessful)\b/i,
  delivered: /\b(succeeded|successful)\b/i,
  cancelled: /\b(canceled|aborted)\b/i,
  "refused by a URL": /\b(URLs? rejected|rejected by (the|a) (URL|receiver))\b/i,
};

/** The texts of a source file: between tags, and in quotes with a space. */
function texts(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  return [...code.matchAll(/>([^<>{}=;]+)[<{]|"([^"\n]* [^"\n]*)"|`([^`\n]* [^`\n]*)`/g)].map(
    (match) => (match[1] ?? match[2] ?? match[3] ?? "").replaceAll(/\$\{[^}]*\}/g, "").trim(),
  );
}

test.each(Object.entries(SYNONYMS))("pages say %s, and no other word for it", (_, other) => {
  const root = join(__dirname, "..");
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !file.includes(".test.") && !file.startsWith("fake"),
  );
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) =>
    texts(readFileSync(join(root, file), "utf8"))
      .filter((text) => other.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});

test("texts of pages are found", () =>
  expect(texts('<p>\n  Two {n}\n</p>; note={x ? "none pending" : `a b`}')).toEqual([
    "Two",
    "none pending",
    "a b",
  ]));
