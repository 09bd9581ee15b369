import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { htmlSnippet } from "../src/sources/snippets";
import { openPage, signIn, startBrowser } from "./browser";
import { type Receiver, startReceiver } from "./receiver";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";

/** A web page of another origin that loads the browser library from the service. */

let service: Service;
let browser: Browser;
let receiver: Receiver;
let site: Server;
let siteUrl: string;
let source: { id: string; writeKey: string };

beforeAll(async () => {
  service = await startService();
  browser = await startBrowser();
  receiver = await startReceiver();
  source = await service.api("POST", "/api/sources", { name: "Shop", type: "web" });
  await service.api("POST", "/api/destinations", {
    type: "Webhooks",
    name: "Hook",
    sources: [source.id],
    settings: { webhooks: [{ url: receiver.url }] },
  });
  site = createServer((request, response) => {
    const key = request.url === "/unknown" ? "unknown" : source.writeKey;
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(`<!doctype html><title>Shop</title>${htmlSnippet(service.url, key)}<h1>Shop</h1>`);
  });
  await new Promise<void>((listening) => site.listen(0, "127.0.0.1", listening));
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await browser?.close();
  await receiver?.stop();
  site?.closeAllConnections();
  site?.close();
  await service?.stop();
});

describe("the snippet", () => {
  test("sends calls made before and after the library is there, to this host only", async () => {
    const { page, errors, close } = await openPage(browser, siteUrl);
    const others: string[] = [];
    page.on("request", (request) => {
      if (!request.url().startsWith(siteUrl) && !request.url().startsWith(service.url)) {
        others.push(request.url());
      }
    });
    const dashboard = await openPage(browser, service.url);
    await signIn(dashboard.page, service.token, `/sources/${source.id}`);
    await dashboard.page.getByText("waiting for an event").waitFor();

    await page.goto("/?ajs_event=From%20Query&ajs_uid=ada");
    await page.evaluate(`analytics.track("Signed Up", { plan: "pro" })`);
    await page.waitForFunction("window.analytics.initialized === true");
    await page.evaluate(`analytics.identify("ada", { name: "Ada" })`);

    await eventually(() =>
      expect(receiver.messages.map(({ type, event }) => event ?? type)).toEqual(
        expect.arrayContaining(["page", "Signed Up", "From Query", "identify"]),
      ),
    );
    await dashboard.page.getByText("events arrive").waitFor();
    expect(errors).toEqual([]);
    expect(dashboard.errors).toEqual([]);
    expect(others).toEqual([]);
    await dashboard.close();
    await close();
  });

  test("keeps calls of an unknown key away, and the page working", async () => {
    const { page, close } = await openPage(browser, siteUrl);
    const refused = page.waitForEvent("requestfailed", (request) =>
      request.url().endsWith("/analytics.min.js"),
    );
    await page.goto("/unknown");
    await refused;
    expect(await page.textContent("h1")).toBe("Shop");
    await close();
  });
});
