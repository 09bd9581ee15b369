import { expect, test } from "vitest";
import { parseGroup, parseTrait } from "./parse";

test.each([
  ["{", "This is not JSON"],
  ["[]", "definition must be an object"],
  ["{}", "definition must have one of all, any, not, trait, event, audience"],
  ['{"trait":"plan","audience":"a"}', "must have one of"],
  ['{"trait":"plan"}', "definition needs op"],
  ['{"trait":"plan","op":"is"}', "definition.op must be one of equals"],
  ['{"trait":"plan","op":"equals","value":{}}', "definition.value must be a string"],
  ['{"trait":"plan","op":"equals","vlaue":1}', "definition.vlaue is unknown"],
  ['{"trait":"plan","op":"equals","constructor":1}', "definition.constructor is unknown"],
  ['{"all":{}}', "definition.all must be a list"],
  ['{"all":[{"not":{"event":1}}]}', "definition.all[0].not needs count"],
  [
    '{"event":"a","count":{"op":"contains","value":1}}',
    "definition.count.op must be one of at_least",
  ],
  [
    '{"event":"a","count":{"op":"equals","value":1},"within":"soon"}',
    "definition.within must be a duration",
  ],
  [
    '{"event":"a","count":{"op":"equals","value":1},"where":[{"op":"exists"}]}',
    "definition.where[0] needs property",
  ],
])("%s is not a definition: %s", (text, problem) =>
  expect(() => parseGroup(text)).toThrow(problem),
);

test("a computed trait needs a known kind", () => {
  expect(() => parseTrait('{"kind":"median","event":"a"}')).toThrow(
    "definition.kind must be one of",
  );
  expect(parseTrait('{"kind":"last","event":"a","property":"b"}').property).toBe("b");
});
