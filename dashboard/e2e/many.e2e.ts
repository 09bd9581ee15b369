import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, signIn, startBrowser } from "./browser";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";

const MANY = 1_000;

/** The number of destinations that are connected to a source; their receivers are unreachable. */
const FAILING = 120;

let browser: Browser;
let service: Service;

const WRITE_KEY = "wk_many_destinations";

/** A workspace file that declares all of them. */
function workspace(): string {
  const destinations = Array.from({ length: MANY }, (_, i) => {
    const number = String(i).padStart(4, "0");
    const sources = i < FAILING ? "[shop]" : "[]";
    const webhooks = `[{url: "http://127.0.0.1:1/${i}"}]`;
    return `  c${number}: {name: Customer ${number}, sources: ${sources}, settings: {webhooks: ${webhooks}}}`;
  });
  const file = join(mkdtempSync(join(tmpdir(), "postrider-many-")), "workspace.yaml");
  writeFileSync(
    file,
    `sources:
  shop: {name: Shop, type: web, writeKey: ${WRITE_KEY}}
destinations:
${destinations.join("\n")}
`,
  );
  return file;
}

beforeAll(async () => {
  [browser, service] = await Promise.all([
    startBrowser(),
    startService(`--workspace=${workspace()}`),
  ]);
  for (let i = 0; i < 12; i++) {
    await service.send("/v1/track", { userId: "ada", event: "Order Completed" }, WRITE_KEY);
  }
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test("a thousand destinations are searched without rendering a thousand rows", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token, "/destinations");
  const table = page.getByRole("table", { name: "Destinations" });
  await table.getByText("Customer 0000").waitFor();
  expect(await table.getByRole("row").count()).toBeLessThan(150);
  const pages = page.getByRole("navigation", { name: "Pages of destinations" });
  await pages.getByText("1,000 destinations, page 1 of 20").waitFor();
  await pages.getByRole("button", { name: "Next page" }).click();
  await table.getByText("Customer 0050").waitFor();
  expect(page.url()).toContain("page=2");
  await page.getByRole("searchbox").fill("0999");
  await table.getByText("Customer 0999").waitFor();
  expect(await table.getByText("Customer 0000").count()).toBe(0);
  await pages.getByText("1 destination", { exact: true }).waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByLabel("State").selectOption("failing");
  await eventually(async () =>
    expect(await pages.textContent()).toContain(`${FAILING} destinations`),
  );
  expect(errors).toEqual([]);
  await close();
});

test("the overview of a thousand destinations fits on a screen and can be expanded", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token);
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByRole("button", { name: "Show all 100" }).waitFor();
  const entries = attention.getByRole("listitem");
  expect(await entries.count()).toBeLessThan(10);
  await attention.getByRole("button", { name: "Show all 100" }).click();
  expect(await entries.count()).toBe(100);
  const destinations = page.locator("dl > div", { hasText: "Destinations" });
  expect(await destinations.locator("data").first().getAttribute("value")).toBe(String(MANY));
  expect(errors).toEqual([]);
  await close();
});

/** Prints the figures without an assertion, because speed depends on the machine. */
test("the API lists a thousand destinations in a few requests", async () => {
  const took: Record<string, number> = {};
  for (const path of ["/api/destinations?limit=200", "/api/overview"]) {
    const times: number[] = [];
    for (let round = 0; round < 11; round++) {
      const begin = performance.now();
      await service.api("GET", path);
      times.push(performance.now() - begin);
    }
    times.sort((a, b) => a - b);
    took[path] = Math.round(times[5] ?? 0);
  }
  process.stdout.write(`median of 11, in ms: ${JSON.stringify(took)}\n`);
  let pages = 0;
  let cursor: string | null = "";
  do {
    const query: string = cursor ? `&cursor=${cursor}` : "";
    const page: { next: string | null } = await service.api(
      "GET",
      `/api/destinations?limit=200${query}`,
    );
    cursor = page.next;
    pages++;
  } while (cursor !== null);
  expect(pages).toBe(MANY / 200);
});
