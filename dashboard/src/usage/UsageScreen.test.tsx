import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MessageType } from "../api/filters";
import type { UsageRow } from "../api/usage";
import { FakeService, page } from "../fake/FakeService";
import { aSource } from "../fake/fixtures";
import { address, show } from "../fake/show";

const row = (day: string, type: MessageType, calls: number, filtered: number): UsageRow => ({
  day,
  sourceId: aSource().id,
  type,
  calls,
  filtered,
  counted: calls - filtered,
});

test("sums the usage over all pages, and links to the file", async () => {
  const fake = new FakeService().on("GET", "/usage", (request) =>
    request.query.has("cursor")
      ? page([row("2026-11-02", "page", 5, 0)])
      : page([row("2026-11-01", "track", 1_000, 100), row("2026-11-02", "track", 234, 0)], "c1"),
  );
  fake.sources = [aSource()];
  const user = show(fake, "/usage?from=2026-11-01&to=2026-11-02");
  const table = await screen.findByRole("table", { name: "Usage" });
  expect(within(table).getAllByRole("row")[1]?.textContent).toBe("Web shoptrack1,2341001,134");
  expect(screen.getByText("1,239", { selector: "dd *" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Download CSV" }).getAttribute("href")).toBe(
    "/api/usage?from=2026-11-01&to=2026-11-02&format=csv",
  );
  await user.selectOptions(screen.getByLabelText("Group by"), "day");
  expect(within(table).getAllByRole("row")[1]?.textContent).toBe("2026-11-011,000100900");
  expect(address()).toContain("by=day");
});

test("begins the chart on the day of the source", async () => {
  const fake = new FakeService().on("GET", "/usage", () => ({
    ...page([row("2026-11-04", "track", 10, 0)]),
    since: "2026-10-20T08:00:00.000Z",
  }));
  fake.sources = [aSource({ createdAt: "2026-11-03T09:00:00.000Z" })];
  show(fake, "/usage?from=2026-10-01&to=2026-11-05");
  const chart = await screen.findByRole("figure", { name: "Calls" });
  await waitFor(() => expect(chart.getAttribute("data-from")).toBe("2026-11-03T00:00:00.000Z"));
  expect(screen.getByText(/^Recorded since/).textContent).toContain("20 Oct");
});

test("makes no request for invalid days", async () => {
  const fake = new FakeService();
  show(fake, "/usage?from=2026-11-05&to=2026-11-01");
  expect(await screen.findByRole("heading", { name: "Invalid dates" })).toBeTruthy();
  expect(fake.requests.some(({ path }) => path === "/usage")).toBe(false);
});
