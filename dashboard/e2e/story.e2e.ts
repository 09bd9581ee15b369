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
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), receiver?.stop()]);
});

test("from the first start to a replayed delivery", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token);
  await page.getByRole("heading", { name: "Overview" }).waitFor();

  // a source
  await page.getByRole("link", { name: "Sources", exact: true }).click();
  await page.getByRole("link", { name: "Create source" }).first().click();
  await page.getByLabel("Name").fill("Web shop");
  await page.getByRole("radio", { name: "Web", exact: true }).check();
  await page.getByRole("button", { name: "Create source" }).click();
  await page.getByRole("heading", { name: "Web shop" }).waitFor();
  const { data: sources } = await service.api<{
    data: { id: string; name: string; writeKey: string }[];
  }>("GET", "/api/sources");
  const source = sources.find(({ name }) => name === "Web shop");
  if (source === undefined) {
    throw new Error("no such source");
  }
  await page.getByText(source.writeKey).first().waitFor();

  // a destination, and a test of it
  await page.getByRole("link", { name: "Destinations", exact: true }).click();
  await page.getByRole("link", { name: "Create destination" }).first().click();
  await page.getByLabel("Name").fill("Warehouse");
  const url = page.getByRole("textbox", { name: "URL", exact: true });
  await url.fill("not a url");
  await url.blur();
  await eventually(async () => expect(await url.getAttribute("aria-invalid")).toBe("true"));
  await url.fill(receiver.url);
  await page.getByLabel("Web shop").check();
  await page.getByRole("button", { name: "Create secret" }).click();
  await page.getByRole("button", { name: "Create destination" }).click();
  await page.getByRole("heading", { name: "Warehouse" }).waitFor();
  await page.getByRole("button", { name: "Send test" }).click();
  const response = page.getByRole("region", { name: `Response of ${receiver.url}` });
  await response.getByText("HTTP 200").waitFor();
  expect(receiver.messages).toHaveLength(1);
  const destination = page.url().replace(/\/test$/, "");

  // an event in the live view, delivered
  await page.goto(`/sources/${source.id}/live`);
  await page.getByRole("status").getByText("live").waitFor();
  await service.send(
    "/v1/track",
    { userId: "ada", event: "Order Completed", messageId: "order-1", properties: { total: 99.5 } },
    source.writeKey,
  );
  await service.send("/v1/track", { userId: "ada" }, source.writeKey);
  const calls = page.getByRole("list", { name: "Calls" });
  await calls.getByText("Order Completed").waitFor();
  await calls.getByText("rejected").waitFor();
  await calls.getByText("The track call has no event").waitFor();
  await eventually(() =>
    expect(receiver.messages.map(({ messageId }) => messageId)).toContain("order-1"),
  );
  await page.goto(`${destination}/attempts`);
  await page.getByRole("table", { name: "Attempts" }).getByText("delivered").first().waitFor();

  // the receiver fails: the delivery and its reason
  receiver.answerWith(404);
  await service.send(
    "/v1/track",
    { userId: "ada", event: "Order Completed", messageId: "order-2" },
    source.writeKey,
  );
  await page.goto(`${destination}/failed`);
  const failed = page.getByRole("table", { name: "Failed deliveries" });
  await failed.getByText("HTTP 404").waitFor();
  await failed.getByText("order-2").waitFor();

  // it recovers: replay, and the message arrives
  receiver.answerWith(200);
  await page.getByLabel("Select order-2").check();
  await page.getByRole("button", { name: "Replay selected" }).click();
  await eventually(() =>
    expect(receiver.messages.map(({ messageId }) => messageId)).toContain("order-2"),
  );
  await page.getByText("No failed deliveries").waitFor();

  // search for its deliveries
  await page.goto("/messages?messageId=order-2");
  await page.getByRole("table", { name: "Deliveries of order-2" }).getByText("delivered").waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("sign-in rejects an unknown token", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await page.goto("/destinations");
  await page.getByLabel("Token", { exact: true }).fill("prt_00000000000000000000000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").getByText("unknown, revoked or expired").waitFor();
  expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
  expect(errors).toEqual([]);
  await close();
});

test("scripts cannot read the session, and signing out ends it", async () => {
  const { page, close } = await openPage(browser, service.url);
  await signIn(page, service.token);
  expect(await page.evaluate("document.cookie")).toBe("");
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in to Postrider" }).waitFor();
  const { status } = await page.request.get("/api/sources").then((response) => ({
    status: response.status(),
  }));
  expect(status).toBe(401);
  await close();
});
