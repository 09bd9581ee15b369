import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage, signIn, startBrowser, type TestPage } from "./browser";
import { type Receiver, startReceiver } from "./receiver";
import { PICTURES, SCREENS, type Screen } from "./screens";
import { CALLS, fill, type SeededViews, seedAllViews, sendTraffic } from "./seed";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";

/** The folder for pictures; all views, or only those in the documents. */
const IMAGES = process.env.POSTRIDER_IMAGES;
const MINUTES = Number(process.env.POSTRIDER_IMAGE_MINUTES ?? 0);
const RANGE = MINUTES > 0 ? "?range=15m" : "";
const ALL = process.env.POSTRIDER_ALL_IMAGES !== undefined;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let service: Service;
let good: Receiver;
let bad: Receiver;
let seeded: SeededViews;

beforeAll(
  async () => {
    [browser, service, good, bad] = await Promise.all([
      startBrowser(),
      startService(),
      startReceiver(),
      startReceiver(),
    ]);
    const filled = await fill(service, good, bad);
    await eventually(() => expect(good.messages.length).toBeGreaterThanOrEqual(CALLS.passing));
    await sendTraffic(service, filled, MINUTES);
    seeded = await seedAllViews(service, filled);
  },
  300_000 + MINUTES * 90_000,
);

afterAll(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), good?.stop(), bad?.stop()]);
});

/** Waits until a view is loaded. Looks at every frame; `waitFor` looks twice a second. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    (live) =>
      document.querySelector("h1")?.checkVisibility() === true &&
      document.querySelector('[aria-busy="true"]') === null &&
      (!live || document.querySelector('[aria-label="Calls"]')?.checkVisibility() === true),
    page.url().endsWith("/live"),
  );
}

async function keep(page: Page, name: string): Promise<void> {
  if (IMAGES !== undefined && (ALL || PICTURES.includes(name))) {
    mkdirSync(IMAGES, { recursive: true });
    await page.screenshot({ path: join(IMAGES, `${name}.png`) });
  }
}

/** Whether the page is wider than the window. */
async function overflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

const LOOKS = {
  light: { colorScheme: "light", viewport: { width: 1280, height: 800 } },
  dark: { colorScheme: "dark", viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: "light", viewport: { width: 390, height: 844 }, hasTouch: true },
} as const;

const NAMES = Object.keys(SCREENS) as Screen[];

describe.each(Object.entries(LOOKS))("%s", (look, options) => {
  let opened: TestPage;

  beforeAll(async () => {
    opened = await openPage(browser, service.url, {
      ...options,
      bypassCSP: true, // for the accessibility checker, which is injected into the page
    });
    await signIn(opened.page, service.token);
  });

  afterAll(() => opened?.close());

  test.each(NAMES)("%s is complete, accessible and without errors", async (name) => {
    const { page, errors } = opened;
    await page.goto(pathOf(name, RANGE));
    await settled(page);
    await keep(page, look === "light" ? name : `${name}-${look}`);
    expect(await overflow(page), "pixels wider than the window").toBeLessThanOrEqual(0);
    expect(await inaccessible(page)).toEqual([]);
    expect(errors.splice(0)).toEqual([]);
  });
});

test("on a phone the navigation is one row that shows the current page", async () => {
  const { page, errors, close } = await openPage(browser, service.url, LOOKS.phone);
  await signIn(page, service.token, "/settings/workspace");
  const row = page.getByRole("navigation", { name: "Main" });
  const current = row.getByRole("link", { name: "Settings" });
  await current.waitFor();
  const [outer, inner] = await Promise.all([row.boundingBox(), current.boundingBox()]);
  expect(outer?.height).toBeLessThan(48);
  expect((inner?.x ?? 1_000) + (inner?.width ?? 0)).toBeLessThanOrEqual(390);
  expect(errors).toEqual([]);
  await close();
});

function pathOf(name: Screen, range = ""): string {
  const path: (ids: SeededViews, range: string) => string = SCREENS[name];
  return path(seeded, range);
}

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** The serious and critical violations. */
async function inaccessible(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const violations = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
  )) as Violation[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 200)}`);
}

describe("under the service's content security policy", () => {
  let opened: TestPage;

  beforeAll(async () => {
    opened = await openPage(browser, service.url);
    await signIn(opened.page, service.token);
  });

  afterAll(() => opened?.close());

  test.each(NAMES)("%s works", async (name) => {
    const { page, errors } = opened;
    const answer = await page.goto(pathOf(name));
    expect(answer?.headers()["content-security-policy"]).toContain("default-src 'none'");
    await settled(page);
    expect(errors.splice(0)).toEqual([]);
  });
});
