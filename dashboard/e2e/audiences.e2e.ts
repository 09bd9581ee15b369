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
  await service.api("POST", "/api/destinations", {
    type: "Webhooks",
    name: "Newsletter",
    sources: [],
    settings: { webhooks: [{ url: receiver.url }] },
  });
  await buys("ada", 3);
  await buys("bob", 1);
  await eventually(async () => {
    const counts = ["ada", "bob"].map(async (userId) => {
      const profile = await service.api<{ eventCount: number }>("GET", `/api/profiles/${userId}`);
      return profile.eventCount;
    });
    expect(await Promise.all(counts)).toEqual([3, 1]);
  });
});

afterAll(async () => {
  await browser?.close();
  await Promise.all([service?.stop(), receiver?.stop()]);
});

async function buys(userId: string, often: number): Promise<void> {
  for (let i = 0; i < often; i++) {
    const sent = await service.send("/v1/track", {
      userId,
      event: "Order Completed",
      properties: { total: 150 },
    });
    expect(sent.status).toBe(200);
  }
}

/** The trait values that the receiver got, by person and in order. */
const received = (trait: string) =>
  receiver.messages.flatMap(({ userId, traits }) => {
    const value = (traits as Record<string, unknown> | undefined)?.[trait];
    return value === undefined ? [] : [`${userId}: ${value}`];
  });

test("an audience is built in words; each entry and exit is sent once", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token, "/audiences");
  await page.getByText("No audiences").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Create audience" }).first().click();

  // the definition, counted while typing
  await page.getByLabel("Name").fill("Big Spenders");
  await page.getByText("Its key will be big_spenders.").waitFor();
  const first = page.getByRole("group", { name: "Condition 1", exact: true });
  await first.getByLabel("Event").fill("Order Completed");
  await first.getByLabel("Times").fill("3");
  await first.getByLabel("When").selectOption("within the last");
  await first.getByRole("button", { name: "where a property is" }).click();
  await first.getByLabel("Property", { exact: true }).fill("total");
  await first.getByLabel("Comparison").selectOption("is greater than");
  await first.getByLabel("Value").fill("100");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("of 2 profiles, 50 %").waitFor();
  await preview.getByRole("link", { name: "ada" }).waitFor();

  // the service reports a mistake at its field
  await first.getByLabel("How long").fill("400");
  await first.getByText(/the retention of events/).waitFor();
  await first.getByLabel("How long").fill("30");
  await preview.getByText("of 2 profiles, 50 %").waitFor();

  await page.getByLabel("Newsletter").check();
  await page.getByRole("button", { name: "Create audience" }).click();
  await page.getByRole("heading", { name: "Big Spenders" }).waitFor();
  await eventually(() => expect(received("big_spenders")).toEqual(["ada: true"]));
  const at = page.url();

  // a user enters
  await buys("bob", 2);
  await page.goto(`${at}/members`);
  const members = page.getByRole("table", { name: "Members" });
  await members.getByRole("link", { name: "bob" }).waitFor();
  await eventually(() => expect(received("big_spenders")).toEqual(["ada: true", "bob: true"]));

  // the profile shows it with its time
  await members.getByRole("link", { name: "bob" }).click();
  await page.getByRole("heading", { name: "bob" }).waitFor();
  await page
    .getByRole("table", { name: "Audiences of this person" })
    .getByText("Big Spenders")
    .waitFor();
  await page.getByRole("link", { name: "Audience history" }).click();
  await page.getByRole("table", { name: "Entries and exits" }).getByText("entered").waitFor();
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await page.getByRole("list", { name: "Events" }).getByText("Order Completed").first().waitFor();

  // a new definition sends the difference
  await page.goto(`${at}/definition`);
  await page.getByLabel("Times").fill("4");
  await preview.getByText("of 2 profiles, 0 %").waitFor();
  await page.getByRole("button", { name: "Save" }).click();
  await eventually(() =>
    expect(received("big_spenders").slice(2).sort()).toEqual(["ada: false", "bob: false"]),
  );
  await page.getByRole("link", { name: "Members" }).click();
  await page.getByText("No members").waitFor();

  // paused, nothing changes; resumed, the difference is sent
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await page.getByRole("button", { name: "Resume" }).waitFor();
  await buys("ada", 1);
  await page.getByRole("button", { name: "Resume" }).click();
  await eventually(() => expect(received("big_spenders").at(-1)).toBe("ada: true"));
  expect(received("big_spenders")).toHaveLength(5);

  // and it can be deleted
  await page.goto(`${at}/definition`);
  await page.getByRole("button", { name: "Delete audience" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete audience" }).click();
  await page.getByText("No audiences").waitFor();
  expect(received("big_spenders")).toHaveLength(5);
  expect(errors).toEqual([]);
  await close();
});

test("a computed trait is computed for all people and appears in the profile", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token, "/computed-traits/new");
  await page.getByLabel("Name").fill("Most spent");
  await page.getByLabel("Kind of value").selectOption("the largest");
  await page.getByLabel("Property of the value").fill("total");
  await page.getByLabel("Event").fill("Order Completed");
  const preview = page.getByRole("region", { name: "Preview" });
  await preview.getByText("150").first().waitFor();
  await page.getByLabel("Newsletter").check();
  await page.getByRole("button", { name: "Create computed trait" }).click();
  await page.getByRole("heading", { name: "Most spent" }).waitFor();
  await eventually(() => expect(received("most_spent").sort()).toEqual(["ada: 150", "bob: 150"]));
  await page.goto("/profiles");
  await page.getByLabel("User ID").fill("ada");
  await page.getByRole("button", { name: "Find" }).click();
  const computed = page.getByRole("table", { name: "Computed traits" });
  await computed.getByRole("row", { name: "most_spent 150" }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test("the definition can be typed as JSON, and a viewer sees it without a button", async () => {
  const { page, errors, close } = await openPage(browser, service.url);
  await signIn(page, service.token, "/audiences/new");
  await page.getByLabel("Name").fill("By JSON");
  await page.getByRole("button", { name: "As JSON" }).click();
  const text = page.getByLabel("Definition as JSON");
  await text.fill('{"trait":"plan","op":"equals"');
  await page.getByText("This is not JSON").waitFor();
  await text.fill('{"trait":"plan","op":"equals","value":"pro"}');
  await page.getByRole("button", { name: "In words" }).click();
  await page.getByLabel("Trait", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Create audience" }).click();
  await page.getByRole("heading", { name: "By JSON" }).waitFor();
  const at = page.url();
  expect(errors).toEqual([]);
  await close();

  const { token } = await service.api<{ token: string }>("POST", "/api/tokens", {
    name: "Vera",
    role: "viewer",
  });
  const viewer = await openPage(browser, service.url);
  await signIn(viewer.page, token, `${at}/definition`);
  await viewer.page.getByText("Everyone whose trait plan is pro").waitFor();
  expect(await viewer.page.getByRole("button", { name: "Sync now" }).count()).toBe(0);
  expect(viewer.errors).toEqual([]);
  await viewer.close();
});
