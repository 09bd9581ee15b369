import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compact, millis, span } from "../src/parts/format";
import { openPage, signIn, startBrowser } from "./browser";
import { type Receiver, startReceiver } from "./receiver";
import { CALLS, fill, type SeededData } from "./seed";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";

let browser: Browser;
let service: Service;
let good: Receiver;
let bad: Receiver;
let seeded: SeededData;
let page: Page;

beforeAll(async () => {
  [browser, service, good, bad] = await Promise.all([
    startBrowser(),
    startService(),
    startReceiver(),
    startReceiver(),
  ]);
  seeded = await fill(service, good, bad);
  await eventually(() => expect(good.messages.length).toBeGreaterThanOrEqual(CALLS.passing));
  ({ page } = await openPage(browser, service.url));
  await signIn(page, service.token);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), good?.stop(), bad?.stop()]);
});

/** The figure with a label. */
function stat(name: string): Locator {
  return page.locator("dl > div", { has: page.getByText(name, { exact: true }) });
}

/** The numbers in an element, in order. */
const numbers = (place: Locator) =>
  place.locator("data").evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));

/** The legend of a chart. */
async function legend(title: string): Promise<Record<string, string>> {
  const figure = page.getByRole("figure", { name: title, exact: true });
  const lines = await figure.locator("ul > li").allTextContents();
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = "", value = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
      return [name, value];
    }),
  );
}

interface Step {
  delivered: number;
  retried: number;
  failed: number;
  latency?: { p50: number; p95: number; p99: number };
  backlog?: { messages: number; ageMillis?: number };
}

type Counted = "delivered" | "retried" | "failed";

const sum = (steps: Step[], name: Counted) => steps.reduce((total, step) => total + step[name], 0);

/** Checks the charts of deliveries, latency and backlog against the steps of the API. */
async function chartsShow(steps: Step[]): Promise<void> {
  expect(await legend("Deliveries")).toEqual({
    Delivered: compact(sum(steps, "delivered")),
    Retried: compact(sum(steps, "retried")),
    Failed: compact(sum(steps, "failed")),
  });
  const latency = steps.findLast((step) => step.latency)?.latency;
  expect(await legend("Latency")).toEqual({
    p50: latency ? millis(latency.p50) : "–",
    p95: latency ? millis(latency.p95) : "–",
    p99: latency ? millis(latency.p99) : "–",
  });
  const backlog = steps.findLast((step) => step.backlog)?.backlog;
  expect(backlog).toBeDefined();
  expect(await legend("Backlog")).toEqual({ Waiting: compact(backlog?.messages ?? 0) });
  expect(await legend("Backlog age")).toEqual({ Oldest: span(backlog?.ageMillis ?? 0) });
}

interface Overview {
  accepted: { count: number; rejected: number }[];
  delivered: Step[];
  totals: Record<string, number>;
  backlog: { messages: number; oldestAt?: string };
  destinations: { total: number; byState: Record<string, number> };
  attention: { name: string; message: string }[];
}

test("the overview shows the figures of the API", async () => {
  await page.goto("/");
  await eventually(async () => {
    const overview = await service.api<Overview>("GET", "/api/overview");
    const { totals, backlog, destinations } = overview;
    expect(totals.accepted).toBe(CALLS.accepted);
    expect(totals.rejected).toBe(1);
    expect(totals.delivered).toBe(CALLS.passing);
    expect(totals.failed).toBe(CALLS.passing);
    expect(backlog.messages).toBe(CALLS.passing);
    expect(await numbers(stat("Accepted"))).toEqual([totals.accepted, totals.rejected]);
    expect(await numbers(stat("Delivered"))).toEqual([
      totals.delivered,
      totals.retried,
      totals.failed,
    ]);
    expect(await numbers(stat("Success rate"))).toEqual([totals.successRate]);
    expect(await numbers(stat("Latency p95"))).toEqual([totals.latencyP95]);
    expect(await numbers(stat("Backlog"))).toEqual([backlog.messages]);
    expect(await stat("Backlog").textContent()).toMatch(/oldest \d+ (s|min)/);
    expect(await numbers(stat("Destinations"))).toEqual([destinations.total]);
    const { failing = 0, degraded = 0 } = destinations.byState;
    const note = await stat("Destinations").textContent();
    expect(note).toContain(failing > 0 ? `${failing} failing` : "");
    expect(note).toContain(degraded > 0 ? `${degraded} degraded` : "");
    expect(await legend("Calls in")).toEqual({
      Accepted: compact(totals.accepted ?? 0),
      Rejected: compact(totals.rejected ?? 0),
    });
    await chartsShow(overview.delivered);
    const attention = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
    const said = await attention.allTextContents();
    expect(said).toHaveLength(overview.attention.length);
    overview.attention.forEach(({ name, message }, i) => {
      expect(said[i]).toContain(`${name}: ${message}`);
    });
  });
});

interface Metrics {
  data: Step[];
  pending: { messages: number; oldestAt?: string };
  urls: { url: string; inFlight: number; concurrency: number }[];
}

const DESTINATIONS = {
  healthyId: { delivered: CALLS.passing, failed: 0, waiting: 0 },
  failingId: { delivered: 0, failed: CALLS.passing, waiting: 0 },
  pausedId: { delivered: 0, failed: 0, waiting: CALLS.passing },
} as const;

test.each(Object.entries(DESTINATIONS))(
  "the health of %s shows the figures of the API",
  async (which, expected) => {
    const path = `/destinations/${seeded[which as keyof typeof DESTINATIONS]}`;
    await page.goto(path);
    await eventually(async () => {
      const { data, pending, urls } = await service.api<Metrics>("GET", `/api${path}/metrics`);
      expect(sum(data, "delivered")).toBe(expected.delivered);
      expect(sum(data, "failed")).toBe(expected.failed);
      expect(pending.messages).toBe(expected.waiting);
      expect(await numbers(stat("Delivered"))).toEqual([sum(data, "delivered")]);
      expect(await numbers(stat("Retried"))).toEqual([sum(data, "retried")]);
      expect(await numbers(stat("Failed"))).toEqual([sum(data, "failed")]);
      const latency = data.findLast((step) => step.latency)?.latency;
      expect(await numbers(stat("Latency p95, latest"))).toEqual(latency ? [latency.p95] : []);
      expect(await numbers(stat("Backlog"))).toEqual([pending.messages]);
      const age = await stat("Oldest message age").locator("time").count();
      expect(age).toBe(pending.oldestAt === undefined ? 0 : 1);
      const rows = page.getByRole("table", { name: "URLs" }).getByRole("row");
      const cells = await rows.nth(1).getByRole("cell").allTextContents();
      expect(cells.slice(-2)).toEqual([String(urls[0]?.inFlight), String(urls[0]?.concurrency)]);
      await chartsShow(data);
    });
  },
);

interface Attempts {
  data: { latencyMillis: number; round: number; status?: number }[];
}

test("attempts match the API", async () => {
  const path = `/destinations/${seeded.healthyId}`;
  await page.goto(`${path}/attempts`);
  const rows = page.getByRole("table", { name: "Attempts" }).locator("tbody tr");
  await eventually(async () => {
    const { data } = await service.api<Attempts>("GET", `/api${path}/attempts?limit=50`);
    expect(data.length).toBeGreaterThan(0);
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
    );
    expect(shown.map(([, , answer, latency, , round]) => [answer, latency, round])).toEqual(
      data.map((one) => [`HTTP ${one.status}`, millis(one.latencyMillis), String(one.round)]),
    );
  });
});

interface UsageRow {
  day: string;
  sourceId: string;
  type: string;
  calls: number;
  filtered: number;
  counted: number;
}

const COLUMNS = ["calls", "filtered", "counted"] as const;

/** The sums of rows by a key, in column order. */
function grouped(rows: UsageRow[], key: (row: UsageRow) => string): Map<string, number[]> {
  const sums = new Map<string, number[]>();
  for (const row of rows) {
    const before = sums.get(key(row)) ?? [0, 0, 0];
    sums.set(
      key(row),
      COLUMNS.map((name, i) => (before[i] ?? 0) + row[name]),
    );
  }
  return sums;
}

test("usage matches the API in every grouping", async () => {
  const keys: Record<string, (row: UsageRow) => string> = {
    source: ({ type }) => `Web shop ${type}`,
    day: ({ day }) => day,
    all: ({ day, type }) => `${day} Web shop ${type}`,
  };
  for (const [by, key] of Object.entries(keys)) {
    await page.goto(`/usage?by=${by}`);
    await eventually(async () => {
      const { data } = await service.api<{ data: UsageRow[] }>("GET", "/api/usage");
      const [calls, filtered, counted] = grouped(data, () => "").get("") ?? [];
      expect([calls, filtered, counted]).toEqual([CALLS.accepted, CALLS.blocked, CALLS.passing]);
      expect(await numbers(stat("Calls"))).toEqual([calls]);
      expect(await numbers(stat("Filtered"))).toEqual([filtered]);
      expect(await numbers(stat("Counted"))).toEqual([counted]);
      expect(await legend("Calls")).toEqual({
        Counted: compact(counted ?? 0),
        Filtered: compact(filtered ?? 0),
      });
      const rows = page.getByRole("table", { name: "Usage" }).locator("tbody tr");
      const expected = grouped(data, key);
      expect(await rows.count()).toBe(expected.size);
      for (const [name, sums] of expected) {
        expect(await numbers(page.getByRole("row", { name }))).toEqual(sums);
      }
    });
  }
});

interface Schema {
  data: { event: string; count: number; filtered: number }[];
}

test("the schema matches the API", async () => {
  await page.goto(`/sources/${seeded.sourceId}/schema`);
  await eventually(async () => {
    const { data } = await service.api<Schema>("GET", `/api/sources/${seeded.sourceId}/schema`);
    expect(data.map(({ count }) => count)).toEqual([CALLS.blocked, 30, 30, 30]);
    for (const { event, count, filtered } of data) {
      expect(await numbers(page.getByRole("row", { name: new RegExp(event) }))).toEqual([
        count,
        filtered,
      ]);
    }
  });
});

test("lists have as many rows as the API", async () => {
  for (const what of ["sources", "destinations"]) {
    await page.goto(`/${what}`);
    const { data } = await service.api<{ data: unknown[] }>("GET", `/api/${what}`);
    const pager = page.getByRole("navigation", { name: `Pages of ${what}` });
    await pager.getByText(`${data.length} ${what}`).waitFor();
    expect(await page.locator("tbody tr").count()).toBe(data.length);
  }
});
