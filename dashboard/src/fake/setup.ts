import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { FakeEventSource } from "./FakeEventSource";

/** A long timeout, for busy machines. */
configure({ asyncUtilTimeout: 10_000 });

/** Browser features that the test environment lacks. */
beforeEach(() => {
  vi.stubGlobal("EventSource", FakeEventSource);
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  FakeEventSource.streams.length = 0;
});
