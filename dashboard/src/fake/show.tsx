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

/** The address that the dashboard shows now. */
export const address = () => place;

/** Shows the whole dashboard at an address, with a fake service behind it. */
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
