import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, signIn, startBrowser } from "./browser";
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

const received = () => operator.messages.map(({ kind }) => kind);

test("the operator's webhook and the overview report a failure and its recovery", async () => {
  const { data } = await service.api<{ data: { id: string }[] }>("GET", "/api/sources");
  await service.api("POST", "/api/destinations", {
    name: "Warehouse",
    sources: [data[0]?.id],
    settings: { webhooks: [{ url: receiver.url }] },
  });
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token, "/settings/notifications");
  await page.getByLabel("URL", { exact: true }).fill(operator.url);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The notifications are saved.").waitFor();

  // the destination fails
  receiver.answerWith(500);
  for (let i = 0; i < 12; i++) {
    await service.send("/v1/track", { userId: "ada", event: "Order Completed" });
  }
  await eventually(() => expect(received()).toEqual(["destination.failing"]));
  await page.goto("/");
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByRole("link", { name: "Warehouse" }).waitFor();
  const notifications = page.getByRole("table", { name: "Notifications" });
  const failing = notifications.getByRole("row", { name: /failing Warehouse/ });
  await failing.getByText("sent", { exact: true }).waitFor();

  // the destination recovers
  receiver.answerWith(200);
  await eventually(() =>
    expect(received()).toEqual(["destination.failing", "destination.recovered"]),
  );
  await notifications.getByRole("row", { name: /recovered Warehouse/ }).waitFor();
  await attention.getByText("No problems.").waitFor();
  expect(operator.messages[1]?.destinationName).toBe("Warehouse");
  expect(errors).toEqual([]);
  await close();
});
