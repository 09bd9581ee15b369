import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, startBrowser } from "./browser";
import { announces, closesByEscape, hasFocus, pressOn, tabTo, typeInto } from "./keyboard";
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

/** A signed-in page; the mouse is never used. */
async function enter(): Promise<{ page: Page; errors: string[]; close(): Promise<void> }> {
  const opened = await openPage(browser, service.url);
  await opened.page.goto("/");
  await opened.page.getByLabel("Token", { exact: true }).waitFor();
  await opened.page.keyboard.type(service.token); // the field has the focus
  await opened.page.keyboard.press("Enter");
  await opened.page.getByRole("heading", { name: "Overview" }).waitFor();
  return opened;
}

const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

test("every page is reachable and announces its heading", async () => {
  const { page, errors, close } = await enter();
  await page.reload();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.keyboard.press("Tab");
  expect(await hasFocus(page.getByRole("link", { name: "Skip to content" }))).toBe(true);
  await page.keyboard.press("Enter");
  expect(await hasFocus(page.locator("main"))).toBe(true);
  const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  for (const name of (await links.allTextContents()).reverse()) {
    await pressOn(page, place(page, name));
    await announces(page, name);
  }
  expect(errors).toEqual([]);
  await close();
});

test("a source, a destination, a failed delivery and its replay", async () => {
  const { page, errors, close } = await enter();

  // a source
  await pressOn(page, place(page, "Sources"));
  await pressOn(page, page.getByRole("link", { name: "Create source" }).first());
  await announces(page, "Create source");
  await typeInto(page, page.getByLabel("Name"), "By keyboard");
  await page.keyboard.press("Tab"); // to the types
  await page.keyboard.press("ArrowDown");
  expect(await page.getByLabel("Mobile").isChecked()).toBe(true);
  await pressOn(page, page.getByRole("button", { name: "Create source" }));
  await announces(page, "By keyboard");
  const { data } = await service.api<{
    data: { name: string; type: string; writeKey: string }[];
  }>("GET", "/api/sources");
  const source = data.find(({ name }) => name === "By keyboard");
  expect(source?.type).toBe("mobile");

  // a destination
  await pressOn(page, place(page, "Destinations"));
  await pressOn(page, page.getByRole("link", { name: "Create destination" }).first());
  await announces(page, "Create destination");
  await typeInto(page, page.getByLabel("Name"), "Keys");
  await typeInto(page, page.getByRole("textbox", { name: "URL", exact: true }), receiver.url);
  await pressOn(page, page.getByLabel("By keyboard"), "Space");
  await pressOn(page, page.getByRole("button", { name: "Create secret" }));
  await pressOn(page, page.getByRole("button", { name: "Create destination" }));
  await announces(page, "Keys");

  // the delivery fails
  receiver.answerWith(404);
  await service.send(
    "/v1/track",
    { userId: "ada", event: "Order Completed", messageId: "order-1" },
    source?.writeKey,
  );
  await pressOn(page, page.getByRole("link", { name: "Failed" }));
  const select = page.getByLabel("Select order-1");
  await select.waitFor();

  // and is replayed
  receiver.answerWith(200);
  await pressOn(page, select, "Space");
  expect(await select.isChecked()).toBe(true);
  // the button is before the table
  await page.keyboard.down("Shift");
  for (let i = 0; i < 10; i++) {
    if (await hasFocus(page.getByRole("button", { name: "Replay selected" }))) {
      break;
    }
    await page.keyboard.press("Tab");
  }
  await page.keyboard.up("Shift");
  await page.keyboard.press("Enter");
  await eventually(() =>
    expect(receiver.messages.map(({ messageId }) => messageId)).toEqual(["order-1"]),
  );
  await page.getByText("No failed deliveries").waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("dialogs trap the focus, close on Escape, and return it", async () => {
  const { page, errors, close } = await enter();
  const { data } = await service.api<{ data: { id: string }[] }>("GET", "/api/destinations");
  const destination = `/destinations/${data[0]?.id}`;

  await page.goto("/settings/tokens");
  const create = page.getByRole("button", { name: "Create token" });
  await pressOn(page, create);
  await closesByEscape(page, create);

  await page.goto(`${destination}/failed`);
  const many = page.getByRole("button", { name: "Replay many…" });
  await pressOn(page, many);
  await closesByEscape(page, many);

  await page.goto(`${destination}/settings`);
  const remove = page.getByRole("button", { name: "Delete destination" });
  await pressOn(page, remove);
  await closesByEscape(page, remove);
  await pressOn(page, remove);
  await pressOn(page, page.getByRole("dialog").getByRole("button", { name: "Cancel" }));
  await eventually(async () => expect(await hasFocus(remove)).toBe(true));
  await pressOn(page, remove);
  await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Delete destination" }));
  await page.keyboard.press("Enter");
  await announces(page, "Destinations");
  await page.getByText("No destinations").waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("a live call is opened and closed", async () => {
  const { page, errors, close } = await enter();
  const { data } = await service.api<{ data: { id: string; writeKey: string }[] }>(
    "GET",
    "/api/sources",
  );
  await page.goto(`/sources/${data[0]?.id}/live`);
  await page.getByRole("status").getByText("live").waitFor();
  await service.send("/v1/track", { userId: "ada", event: "Seen" }, data[0]?.writeKey);
  const call = page.getByRole("list", { name: "Calls" }).getByRole("button").first();
  await pressOn(page, call);
  await page.getByRole("heading", { name: "Accepted call" }).waitFor();
  await pressOn(page, page.getByRole("button", { name: "Close this call" }));
  expect(await hasFocus(call)).toBe(true);
  expect(errors).toEqual([]);
  await close();
});
