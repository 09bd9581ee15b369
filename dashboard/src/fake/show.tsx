import { render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, useLocation } from "react-router";
import { vi } from "vitest";
import { App } from "../app/App";
import { createQueries } from "../app/queries";
import type { FakeService } from "./FakeService";

let place = "";

function Place() {
  const { pathname, search } = useLocation();
  place = pathname + search;
  return null;
}

/** The current URL of the dashboard. */
export const address = () => place;

/** Renders the whole dashboard at a URL, with a fake service. */
export function show(service: FakeService, at: string) {
  vi.stubGlobal("fetch", service.fetch);
  render(
    <MemoryRouter initialEntries={[at]}>
      <Place />
      <App queries={createQueries()} />
    </MemoryRouter>,
  );
  return userEvent.setup({ delay: null });
}
