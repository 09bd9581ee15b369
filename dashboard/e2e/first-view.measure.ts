import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, signIn, startBrowser } from "./browser";
import { type Service, startService } from "./service";

const RESULTS = join(import.meta.dirname, "../../benchmarks/results/dashboard.json");
const ROUNDS = 5;
const DESTINATIONS = 1_000;
const TARGETS = { first_view_ms: 1_000, first_view_kb: 250, slowest_frame_ms: 100 };

let browser: Browser;
let service: Service;
let session: BrowserContextOptions["storageState"];

beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), startService()]);
  for (let i = 0; i < DESTINATIONS; i++) {
    await service.api("POST", "/api/destinations", {
      type: "Webhooks",
      name: `Customer ${i}`,
      sources: [],
      settings: { webhooks: [{ url: `http://127.0.0.1:1/${i}` }] },
    });
  }
  const { page, close } = await openPage(browser, service.url);
  await signIn(page, service.token);
  session = await page.context().storageState();
  await close();
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

function median(figures: number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}

/** The time from the request to the figures on the page, with an empty browser cache. */
async function firstView(): Promise<{ millis: number; bytes: number }> {
  const { page, close } = await openPage(
    browser,
    service.url,
    session === undefined ? {} : { storageState: session },
  );
  const begin = performance.now();
  await page.goto("/", { waitUntil: "commit" });
  await page.locator("dl data").first().waitFor();
  const millis = performance.now() - begin;
  const bytes = await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
      .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize)
      .reduce((sum, size) => sum + size, 0),
  );
  await close();
  return { millis, bytes };
}

/** The longest time between two frames while typing into the search. */
async function slowestFrame(page: Page): Promise<number> {
  await page.getByRole("searchbox").waitFor();
  await page.evaluate(() => {
    const frames = { slowest: 0, last: performance.now() };
    Object.assign(window, { frames });
    const next = (now: number) => {
      frames.slowest = Math.max(frames.slowest, now - frames.last);
      frames.last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await page.getByRole("searchbox").pressSequentially("Customer 99", { delay: 50 });
  return page.evaluate(() => (window as unknown as { frames: { slowest: number } }).frames.slowest);
}

test("the first view", async () => {
  const views = [];
  const frames = [];
  for (let round = 0; round < ROUNDS; round++) {
    views.push(await firstView());
    const { page, close } = await openPage(
      browser,
      service.url,
      session === undefined ? {} : { storageState: session },
    );
    await page.goto("/destinations");
    frames.push(await slowestFrame(page));
    await close();
  }
  const figures = {
    first_view_ms: median(views.map(({ millis }) => millis)),
    first_view_kb: median(views.map(({ bytes }) => bytes / 1_000)),
    slowest_frame_ms: median(frames),
  };
  mkdirSync(dirname(RESULTS), { recursive: true });
  const run = { at: new Date().toISOString(), rounds: ROUNDS, destinations: DESTINATIONS };
  writeFileSync(RESULTS, `${JSON.stringify({ ...figures, dashboard_run: run }, null, 2)}\n`);
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  for (const [name, target] of Object.entries(TARGETS)) {
    expect(figures[name as keyof typeof TARGETS], name).toBeLessThanOrEqual(target);
  }
});
