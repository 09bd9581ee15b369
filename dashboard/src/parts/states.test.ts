import { describe, expect, test } from "vitest";
import * as api from "../../generated/openapi";
import { DESTINATION_STATES, stateOfUrl, toneOf, wordOf } from "./states";

describe("the states of the service", () => {
  test("of a destination are all known", () =>
    expect(Object.keys(DESTINATION_STATES)).toEqual(
      expect.arrayContaining([...api.destinationStateValues]),
    ));

  test.each([...api.deliveryStatusStateValues, ...api.attemptOutcomeValues])(
    "%s is its own word",
    (state) => expect(wordOf(state)).toBe(state.replaceAll("_", " ")),
  );

  test("of a URL are those of a destination", () => {
    expect(api.urlHealthBreakerValues.map(stateOfUrl)).toEqual(["healthy", "failing", "failing"]);
    expect(toneOf(stateOfUrl("open"))).toBe(toneOf("failing"));
  });

  test("that this dashboard does not know have no color", () => expect(toneOf("new")).toBe("off"));
});
