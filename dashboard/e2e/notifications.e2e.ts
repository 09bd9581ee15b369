import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signIn, startBrowser, visit } from "./browser";
import { type Receiver, startReceiver } from "./receiver";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";

let browser: Browser;
let service: Service;
let receiver: Receiver;
let operator: Receiver;

beforeAll(async () => {
  [browser, service, receiver, operator] = await Promise.all([
    startBrowser(),
    startService("--notifications.recovered-after=1s"),
    startReceiver(),
    startReceiver(),
  ]);
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), receiver?.stop(), operator?.stop()]);
});

const told = () => operator.messages.map(({ kind }) => kind);

test("an operator's webhook is told of a failure and of its end, and so is the overview", async () => {
  const { data } = await service.api<{ data: { id: string }[] }>("GET", "/api/sources");
  await service.api("POST", "/api/destinations", {
    name: "Warehouse",
    sources: [data[0]?.id],
    settings: { webhooks: [{ url: receiver.url }] },
  });
  const { page, complaints, close } = await visit(browser, service.url);
  await signIn(page, service.token, "/settings/notifications");
  await page.getByLabel("URL", { exact: true }).fill(operator.url);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The notifications are saved.").waitFor();

  // it fails
  receiver.answerWith(500);
  for (let i = 0; i < 12; i++) {
    await service.send("/v1/track", { userId: "ada", event: "Order Completed" });
  }
  await eventually(() => expect(told()).toEqual(["destination.failing"]));
  await page.goto("/");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByRole("link", { name: "Warehouse" }).waitFor();
  const notifications = page.getByRole("table", { name: "Notifications" });
  const failing = notifications.getByRole("row", { name: /failing Warehouse/ });
  await failing.getByText("sent", { exact: true }).waitFor();

  // it is well again
  receiver.answerWith(200);
  await eventually(() => expect(told()).toEqual(["destination.failing", "destination.recovered"]));
  await notifications.getByRole("row", { name: /recovered Warehouse/ }).waitFor();
  await attention.getByText("Nothing.").waitFor();
  expect(operator.messages[1]?.destinationName).toBe("Warehouse");
  expect(complaints).toEqual([]);
  await close();
});
