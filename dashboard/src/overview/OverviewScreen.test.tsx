import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Attention } from "../api/overview";
import { FakeService } from "../fake/FakeService";
import { anOverview, aSource, byState } from "../fake/fixtures";
import { address, show } from "../fake/show";

const figure = (name: string) =>
  screen.getByText(name, { selector: "dt" }).parentElement?.querySelector("dd")?.textContent ?? "";

const busy = anOverview({
  totals: {
    since: "2025-11-10T08:00:00.000Z",
    accepted: 12_345,
    rejected: 7,
    delivered: 12_000,
    retried: 40,
    failed: 3,
    successRate: 0.99975,
    latencyP95: 41.6,
  },
  backlog: { messages: 345, oldestAt: new Date(Date.now() - 125_000).toISOString() },
  destinations: { total: 3, byState: byState({ healthy: 2, failing: 1 }) },
  attention: [
    {
      kind: "destination_failing" as const,
      destinationId: "dst_7b2qd3k9w0m5x",
      name: "Warehouse",
      message: "answers 503",
    },
  ],
});

test("shows the figures of the service", async () => {
  const service = new FakeService().on("GET", "/overview", () => busy);
  show(service, "/?range=24h");
  await screen.findByRole("heading", { name: "Needs attention" });
  expect(figure("Accepted")).toBe("12.3K7 rejected");
  expect(figure("Delivered")).toBe("12K40 retried, 3 failed");
  expect(figure("Success rate")).toContain("99.97 %");
  expect(figure("Latency p95")).toContain("42 ms");
  expect(figure("Backlog")).toMatch(/^345oldest 2 min \d+ s$/);
  expect(figure("Destinations")).toBe("31 failing");
  expect(screen.getByText(/^Recorded since/).textContent).toContain("10 Nov 2025");
});

test("shows the backlog and its age, with gaps where no sample exists", async () => {
  const at = (minute: number) => `2026-11-15T08:0${minute}:00.000Z`;
  const step = { delivered: 0, retried: 0, failed: 0 };
  const service = new FakeService().on("GET", "/overview", () =>
    anOverview({
      delivered: [
        { ...step, at: at(0), backlog: { messages: 40, ageMillis: 125_000 } },
        { ...step, at: at(1) },
        { ...step, at: at(2), backlog: { messages: 0 } },
      ],
    }),
  );
  const user = show(service, "/");
  const backlog = await screen.findByRole("figure", { name: "Backlog" });
  expect(within(backlog).getByText(/^Waiting/).textContent).toBe("Waiting 0");
  await user.click(within(backlog).getByRole("button", { name: "Backlog as a table" }));
  expect(within(backlog).getAllByRole("row")).toHaveLength(2);
  expect(within(backlog).getByRole("cell", { name: "40" })).toBeTruthy();
  const age = screen.getByRole("figure", { name: "Backlog age" });
  await user.click(within(age).getByRole("button", { name: "Backlog age as a table" }));
  expect(within(age).getByRole("cell", { name: "2 min 5 s" })).toBeTruthy();
});

test("links to problems", async () => {
  const service = new FakeService().on("GET", "/overview", () => busy);
  show(service, "/");
  const panel = await screen.findByRole("region", { name: "Needs attention" });
  const link = within(panel).getByRole("link", { name: "Warehouse" });
  expect(link.getAttribute("href")).toBe("/destinations/dst_7b2qd3k9w0m5x");
});

test("shows each state by its own word, and a refused workspace file", async () => {
  const about = (kind: Attention["kind"], message: string) => ({ kind, message });
  const attention = [
    about("workspace_file_refused", "w.yaml:4:5: sources.a.type must be web."),
    about("destination_held", "All URLs are failing; messages wait."),
    about("destination_degraded", "Some URLs are failing."),
  ];
  const service = new FakeService().on("GET", "/overview", () =>
    anOverview({
      attention,
      destinations: { total: 3, byState: byState({ failing: 1, degraded: 2 }) },
    }),
  );
  show(service, "/");
  const panel = await screen.findByRole("region", { name: "Needs attention" });
  const words = within(panel)
    .getAllByRole("listitem")
    .map((item) => item.querySelector("[data-state]")?.textContent);
  expect(words).toEqual(["workspace file refused", "failing", "degraded"]);
  expect(figure("Destinations")).toBe("31 failing, 2 degraded");
});

test("begins the charts where the oldest source began", async () => {
  const at = (hour: number) => `2026-11-15T0${hour}:00:00.000Z`;
  const step = { delivered: 0, retried: 0, failed: 0 };
  const service = new FakeService().on("GET", "/overview", () =>
    anOverview({
      since: "2026-11-15T02:30:00.000Z",
      accepted: [0, 1, 2, 3].map((hour) => ({ at: at(hour), count: hour, rejected: 0 })),
      delivered: [0, 1, 2, 3].map((hour) => ({ ...step, at: at(hour) })),
    }),
  );
  show(service, "/?range=7d");
  const calls = await screen.findByRole("figure", { name: "Calls in" });
  expect(calls.getAttribute("data-from")).toBe(at(1));
  const deliveries = screen.getByRole("figure", { name: "Deliveries" });
  expect(deliveries.getAttribute("data-from")).toBe(at(2));
});

test("folds a long list of problems", async () => {
  const attention = Array.from({ length: 100 }, (_, i) => ({
    kind: "destination_failing" as const,
    destinationId: `dst_${i}`,
    name: `Customer ${i}`,
    message: "answers 503",
  }));
  const service = new FakeService().on("GET", "/overview", () => anOverview({ attention }));
  const user = show(service, "/");
  const panel = await screen.findByRole("region", { name: "Needs attention" });
  expect(within(panel).getAllByRole("listitem")).toHaveLength(6);
  await user.click(within(panel).getByRole("button", { name: "Show all 100" }));
  expect(within(panel).getAllByRole("listitem")).toHaveLength(100);
  await user.click(within(panel).getByRole("button", { name: "Show the first 6" }));
  expect(within(panel).getAllByRole("listitem")).toHaveLength(6);
});

test("requests the range in the URL, and stores a choice there", async () => {
  const service = new FakeService().on("GET", "/overview", () => busy);
  const user = show(service, "/?range=7d");
  await screen.findByRole("heading", { name: "Needs attention" });
  const query = service.requests.find(({ path }) => path === "/overview")?.query;
  expect(query?.get("step")).toBe("hour");
  const days =
    (Date.parse(query?.get("to") ?? "") - Date.parse(query?.get("from") ?? "")) / 86_400_000;
  expect(days).toBe(7);
  await user.selectOptions(screen.getByLabelText("Time range"), "6h");
  expect(address()).toBe("/?range=6h");
});

test("shows the first steps while there is no destination", async () => {
  const service = new FakeService().on("GET", "/overview", () =>
    anOverview({ destinations: { total: 0, byState: byState({}) } }),
  );
  service.sources = [aSource()];
  show(service, "/");
  const steps = await screen.findByRole("region", { name: "First steps" });
  expect(await within(steps).findByText(/curl -u wk_5vq2c8m0r7yk3t9hx1dn6wbzfa:/)).toBeTruthy();
  expect(within(steps).getByRole("link", { name: "Web shop" })).toBeTruthy();
  expect(within(steps).getByRole("link", { name: "Create a destination" })).toBeTruthy();
});

test("shows an error if the overview fails", async () => {
  show(new FakeService(), "/");
  expect((await screen.findByRole("alert")).textContent).toContain("Cannot load the overview");
});
