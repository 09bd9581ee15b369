import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPage, signIn, startBrowser } from "./browser";
import { type Service, startService } from "./service";

/** The documentation that the program serves. */

const IMAGES = process.env.POSTRIDER_IMAGES;
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let service: Service;
let browser: Browser;

beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), startService()]);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

interface AxeResults {
  violations: { id: string; impact: string }[];
}

/** The search field of a page. */
const search = (page: Page) => page.getByRole("combobox", { name: "Search the documentation" });

test("the search finds a setting, by keyboard and without another host", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  const others: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(service.url)) {
      others.push(request.url());
    }
  });
  await signIn(page, service.token);
  await page.getByRole("link", { name: "Documentation" }).click();
  await page.getByRole("heading", { level: 1, name: "Documentation" }).waitFor();
  await page.getByRole("button", { name: "color scheme" }).waitFor(); // its script runs
  await page.keyboard.press("/");
  await page.keyboard.type("retry window");
  await page.getByRole("option").first().waitFor();
  if (IMAGES !== undefined) {
    mkdirSync(IMAGES, { recursive: true });
    await page.screenshot({ path: join(IMAGES, "docs.png") });
  }
  await page.keyboard.press("ArrowDown");
  expect(await page.getByRole("option", { selected: true }).count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/docs\/[a-z-]+\.html/);
  await search(page).fill("zzzzqqqq");
  await page.getByText("Nothing found.").waitFor();
  expect(errors).toEqual([]);
  expect(others).toEqual([]);
  await close();
});

test("an unknown page leads back", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  const answer = await page.goto("/docs/old/nothing.html");
  expect(answer?.status()).toBe(404);
  await page.getByRole("link", { name: "Commands" }).click();
  await page.getByRole("heading", { level: 1, name: "Commands" }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("the color scheme is that of the dashboard", async () => {
  const { page, close } = await openPage(browser, service.url, { colorScheme: "light" });
  await page.goto("/docs/");
  await page.getByRole("button", { name: "Dark color scheme" }).click();
  await page.goto("/");
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await close();
});

describe.each([
  ["light", { colorScheme: "light", viewport: { width: 1400, height: 800 } }],
  ["dark", { colorScheme: "dark", viewport: { width: 1400, height: 800 } }],
  ["phone", { colorScheme: "light", viewport: { width: 390, height: 844 } }],
] as const)("%s", (_, look) => {
  test("pages are accessible and fit", async () => {
    const { page, close } = await openPage(browser, service.url, { ...look, bypassCSP: true });
    for (const name of ["index", "filters", "dashboard"]) {
      await page.goto(`/docs/${name}.html`);
      await page.getByRole("button", { name: "color scheme" }).waitFor(); // its script runs
      expect(await page.evaluate(() => window.scrollY), `${name}: scrolled`).toBe(0);
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(wider, `${name}: pixels wider than the window`).toBeLessThanOrEqual(0);
      await page.evaluate(AXE);
      const { violations } = (await page.evaluate("axe.run(document)")) as AxeResults;
      expect(
        violations.filter(({ impact }) => impact === "serious" || impact === "critical"),
        name,
      ).toEqual([]);
    }
    await close();
  });
});
