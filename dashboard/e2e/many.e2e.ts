import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, startBrowser, visit } from "./browser";
import { type Service, startService } from "./service";

const MANY = 1_000;

let browser: Browser;
let service: Service;

beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), startService()]);
  for (let i = 0; i < MANY; i++) {
    await service.api("POST", "/api/destinations", {
      type: "Webhooks",
      name: `Customer ${String(i).padStart(4, "0")}`,
      sources: [],
      settings: { webhooks: [{ url: `http://127.0.0.1:1/${i}` }] },
    });
  }
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

test("a thousand destinations are searched without drawing a thousand rows", async () => {
  const { page, complaints, close } = await visit(browser, service.url);
  await signIn(page, service.token, "/destinations");
  const table = page.getByRole("table", { name: "Destinations" });
  await table.getByText("Customer 0000").waitFor();
  expect(await table.getByRole("row").count()).toBeLessThan(150);
  await page.getByRole("searchbox").fill("0999");
  await table.getByText("Customer 0999").waitFor();
  expect(await table.getByText("Customer 0000").count()).toBe(0);
  expect(complaints).toEqual([]);
  await close();
});
