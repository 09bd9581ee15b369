import { cleanup, configure } from "@testing-library/react";
import { afterEach, beforeEach, vi } from "vitest";
import { FakeEventSource } from "./FakeEventSource";

/** Patience for busy machines: nothing waits longer than it has to. */
configure({ asyncUtilTimeout: 10_000 });

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
