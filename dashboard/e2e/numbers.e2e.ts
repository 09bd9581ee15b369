import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, startBrowser, visit } from "./browser";
import { type Receiver, startReceiver } from "./receiver";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";
import { fill, type World } from "./world";

let browser: Browser;
let service: Service;
let good: Receiver;
let bad: Receiver;
let world: World;
let page: Page;

beforeAll(async () => {
  [browser, service, good, bad] = await Promise.all([
    startBrowser(),
    startService(),
    startReceiver(),
    startReceiver(),
  ]);
  world = await fill(service, good, bad);
  await eventually(() => expect(good.messages.length).toBeGreaterThanOrEqual(180));
  ({ page } = await visit(browser, service.url));
  await signIn(page, service.token);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), good?.stop(), bad?.stop()]);
});

/** The figure that a view shows under a name. */
function stat(name: string): Locator {
  return page.locator("dl > div", { has: page.getByText(name, { exact: true }) });
}

async function shown(place: Locator): Promise<number> {
  return Number(await place.locator("data").first().getAttribute("value"));
}

interface Overview {
  totals: Record<string, number>;
  backlog: { messages: number };
  destinations: { total: number };
}

test("the overview shows what the API says", async () => {
  await page.goto("/");
  await eventually(async () => {
    const { totals, backlog, destinations } = await service.api<Overview>("GET", "/api/overview");
    expect(totals.accepted).toBe(180);
    expect(await shown(stat("Accepted"))).toBe(totals.accepted);
    expect(await shown(stat("Delivered"))).toBe(totals.delivered);
    expect(await shown(stat("Success rate"))).toBe(totals.successRate);
    expect(await shown(stat("Backlog"))).toBe(backlog.messages);
    expect(await shown(stat("Destinations"))).toBe(destinations.total);
  });
});

interface Metrics {
  data: Record<"delivered" | "retried" | "failed", number>[];
  pending: { messages: number };
}

test.each(["healthyId", "failingId"] as const)("the health of %s is the API's", async (which) => {
  const path = `/destinations/${world[which]}`;
  await page.goto(path);
  await eventually(async () => {
    const metrics = await service.api<Metrics>("GET", `/api${path}/metrics`);
    const sum = (name: "delivered" | "retried" | "failed") =>
      metrics.data.reduce((total, step) => total + step[name], 0);
    expect(sum("delivered") + sum("failed")).toBe(180);
    expect(await shown(stat("Delivered"))).toBe(sum("delivered"));
    expect(await shown(stat("Retried"))).toBe(sum("retried"));
    expect(await shown(stat("Failed"))).toBe(sum("failed"));
    expect(await shown(stat("Backlog"))).toBe(metrics.pending.messages);
  });
});

interface Usage {
  data: { sourceId: string; type: string; calls: number; filtered: number; counted: number }[];
}

test("usage adds up to the API's", async () => {
  await page.goto("/usage?by=source");
  await eventually(async () => {
    const { data } = await service.api<Usage>("GET", "/api/usage");
    expect(data.reduce((sum, { calls }) => sum + calls, 0)).toBe(180);
    const row = page.getByRole("row", { name: /Web shop track/ });
    const track = data.filter(
      ({ sourceId, type }) => sourceId === world.sourceId && type === "track",
    );
    const cells = await row
      .locator("data")
      .evaluateAll((all) => all.map((one) => Number(one.getAttribute("value"))));
    expect(cells).toEqual(
      (["calls", "filtered", "counted"] as const).map((name) =>
        track.reduce((sum, one) => sum + one[name], 0),
      ),
    );
  });
});

interface Schema {
  data: { event: string; count: number }[];
}

test("the schema counts as the API does", async () => {
  await page.goto(`/sources/${world.sourceId}/schema`);
  await eventually(async () => {
    const { data } = await service.api<Schema>("GET", `/api/sources/${world.sourceId}/schema`);
    expect(data.map(({ count }) => count)).toEqual([30, 30, 30]);
    for (const { event, count } of data) {
      expect(await shown(page.getByRole("row", { name: new RegExp(event) }))).toBe(count);
    }
  });
});
