import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBrowser, visit } from "./browser";
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

/** A page whose mouse is never used. */
async function enter(): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }> {
  const visited = await visit(browser, service.url);
  await visited.page.goto("/");
  await visited.page.getByLabel("Token", { exact: true }).waitFor();
  await visited.page.keyboard.type(service.token); // the field has the focus
  await visited.page.keyboard.press("Enter");
  await visited.page.getByRole("heading", { name: "Overview" }).waitFor();
  return visited;
}

const place = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true });

test("every place is reached, and says where one is", async () => {
  const { page, complaints, close } = await enter();
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
  expect(complaints).toEqual([]);
  await close();
});

test("a source, a destination, a failed delivery and its replay", async () => {
  const { page, complaints, close } = await enter();

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

  // it fails
  receiver.answerWith(404);
  await service.send(
    "/v1/track",
    { userId: "ada", event: "Order Completed", messageId: "order-1" },
    source?.writeKey,
  );
  await pressOn(page, page.getByRole("link", { name: "Failed" }));
  const select = page.getByLabel("Select order-1");
  await select.waitFor();

  // and is sent again
  receiver.answerWith(200);
  await pressOn(page, select, "Space");
  expect(await select.isChecked()).toBe(true);
  // the button lies before the table
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
  await page.getByText("No failed delivery").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("dialogs keep the focus, close by Escape, and give it back", async () => {
  const { page, complaints, close } = await enter();
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
  await page.getByText("No destination yet").waitFor();
  expect(complaints).toEqual([]);
  await close();
});

test("a live call is opened and closed", async () => {
  const { page, complaints, close } = await enter();
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
  expect(complaints).toEqual([]);
  await close();
});
