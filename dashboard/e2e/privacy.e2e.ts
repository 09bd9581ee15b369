import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, signIn, startBrowser } from "./browser";
import { type Receiver, startReceiver } from "./receiver";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";

let browser: Browser;
let service: Service;
let receiver: Receiver;

beforeAll(async () => {
  [browser, service, receiver] = await Promise.all([
    startBrowser(),
    startService(),
    startReceiver(),
  ]);
  const { data } = await service.api<{ data: { id: string }[] }>("GET", "/api/sources");
  await service.api("POST", "/api/destinations", {
    name: "Warehouse",
    sources: data.map(({ id }) => id),
    settings: { webhooks: [{ url: receiver.url }] },
  });
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), receiver?.stop()]);
});

const users = () => receiver.messages.map(({ type, userId }) => `${type} ${userId}`);

test("a user is deleted everywhere, and the receiver is notified", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await service.send("/v1/track", { userId: "ada", event: "Signed Up" });
  await eventually(() => expect(users()).toContain("track ada"));
  await signIn(page, service.token);
  await page.getByRole("link", { name: "Privacy", exact: true }).click();
  await page.getByRole("link", { name: "New request" }).click();
  await page.getByLabel("User IDs").fill("ada\n");
  await page.getByRole("button", { name: "Create request" }).click();
  await page.getByRole("button", { name: "Delete 1 user" }).click();
  await page.getByRole("heading", { name: "Delete", exact: true }).waitFor();
  await eventually(() => expect(users()).toContain("delete ada"));
  const request = receiver.messages.find(({ type }) => type === "delete");
  expect(Object.keys(request ?? {})).toEqual(["type", "userId", "timestamp"]);
  await page.getByText("finished").first().waitFor();
  const table = page.getByRole("table", { name: "Destinations" });
  await table.getByText("Warehouse").waitFor();
  await page.goto("/privacy");
  await page.getByRole("table", { name: "Requests" }).getByText("finished").waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("a suppressed user is listed, discarded, and accepted again", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token, "/privacy/new");
  await page.getByLabel("User IDs").fill("bob");
  await page.getByLabel("Suppress", { exact: true }).check();
  await page.getByRole("button", { name: "Create request" }).click();
  await page.getByRole("heading", { name: "Suppress", exact: true }).waitFor();
  await service.send("/v1/track", { userId: "bob", event: "Discarded" });
  await service.send("/v1/track", { userId: "eve", event: "Accepted" });
  await eventually(() => expect(users()).toContain("track eve"));
  expect(users()).not.toContain("track bob");
  await page.goto("/privacy/suppressions");
  const table = page.getByRole("table", { name: "Suppressed users" });
  await table.getByText("bob").waitFor();
  await page.getByRole("button", { name: "Lift the suppression of bob" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Lift" }).click();
  await page.getByRole("heading", { name: "No suppressed users" }).waitFor();
  await service.send("/v1/track", { userId: "bob", event: "Back" });
  await eventually(() => expect(users()).toContain("track bob"));
  expect(errors).toEqual([]);
  await close();
});
