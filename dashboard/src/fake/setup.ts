import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { FakeEventSource } from "./FakeEventSource";

/** What browsers have and the test environment lacks. */
beforeEach(() => {
  vi.stubGlobal("EventSource", FakeEventSource);
  localStorage.clear();
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  FakeEventSource.streams.length = 0;
});
