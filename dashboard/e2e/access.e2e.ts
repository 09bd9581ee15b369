import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPage, signIn, startBrowser } from "./browser";
import { type Service, startService } from "./service";
import { eventually } from "./waiting";

let browser: Browser;
let service: Service;

beforeAll(async () => {
  [browser, service] = await Promise.all([startBrowser(), startService()]);
});

afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

const EMAIL = "ada@example.com";

async function send(event: string): Promise<void> {
  await service.send("/v1/track", { userId: "ada", event, properties: { email: EMAIL, total: 5 } });
}

/** Opens a call in the live view and reads it. */
async function detail(page: Page, event: string): Promise<string> {
  await page.getByRole("list", { name: "Calls" }).getByText(event).click();
  const text = await page.getByRole("region", { name: "Accepted call" }).textContent();
  return text ?? "";
}

test("a viewer's token: created, used, masked, revoked", async () => {
  const admin = await openPage(browser, service.url);
  await signIn(admin.page, service.token, "/settings/workspace");
  await admin.page.getByLabel("Redacted fields").fill("*.email");
  await admin.page.getByRole("button", { name: "Save" }).click();
  await admin.page.getByText("The workspace is saved.").waitFor();

  // created, and shown once
  await admin.page.goto("/settings/tokens");
  await admin.page.getByRole("button", { name: "Create token" }).click();
  const dialog = admin.page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Analyst");
  await dialog.getByLabel("Role").selectOption("viewer");
  await dialog.getByRole("button", { name: "Create token" }).click();
  const token = await dialog.getByLabel("Token", { exact: true }).inputValue();
  expect(token).toMatch(/^prt_/);
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = admin.page.getByRole("row", { name: /Analyst/ });
  await row.getByText("viewer").waitFor();

  // used
  const viewer = await openPage(browser, service.url);
  await signIn(viewer.page, token, "/sources");
  await viewer.page.getByRole("banner").getByText("viewer").waitFor();
  expect(await viewer.page.getByRole("link", { name: "Create source" }).count()).toBe(0);
  await viewer.page.goto("/settings");
  await viewer.page.getByRole("heading", { name: "Settings" }).waitFor();
  expect(await viewer.page.getByRole("link", { name: "Tokens" }).count()).toBe(0);

  // masked: the write key, and redacted fields in the live view
  const { data } = await service.api<{ data: { id: string; writeKey: string }[] }>(
    "GET",
    "/api/sources",
  );
  const live = `/sources/${data[0]?.id}/live`;
  await viewer.page.goto(`/sources/${data[0]?.id}`);
  await viewer.page.getByText("wk_").first().waitFor();
  expect(await viewer.page.content()).not.toContain(data[0]?.writeKey);
  await viewer.page.goto(`/sources/${data[0]?.id}/settings`);
  const name = viewer.page.getByLabel("Name", { exact: true });
  expect(await name.evaluate((input) => getComputedStyle(input).opacity)).toBe("1");
  await send("Before");
  await Promise.all([admin.page.goto(live), viewer.page.goto(live)]);
  await Promise.all([
    admin.page.getByRole("status").getByText("live").waitFor(),
    viewer.page.getByRole("status").getByText("live").waitFor(),
  ]);
  await send("During");
  for (const event of ["Before", "During"]) {
    expect(await detail(admin.page, event)).toContain(EMAIL);
    const seen = await detail(viewer.page, event);
    expect(seen).toContain("***");
    expect(seen).toContain("total");
    expect(seen).not.toContain(EMAIL);
  }
  expect(await viewer.page.content()).not.toContain(EMAIL);

  // revoked: the session ends, also in the live view
  await admin.page.goto("/settings/tokens");
  await row.getByRole("button", { name: "Revoke Analyst" }).click();
  await admin.page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await admin.page.getByText("Analyst is revoked.").waitFor();
  await send("After");
  await viewer.page.getByRole("heading", { name: "Sign in to Postrider" }).waitFor();
  expect(await viewer.page.content()).not.toContain("After");
  await viewer.page.getByLabel("Token", { exact: true }).fill(token);
  await viewer.page.getByRole("button", { name: "Sign in", exact: true }).click();
  await viewer.page.getByRole("alert").getByText("unknown, revoked or expired").waitFor();

  // the audit trail lists it
  await admin.page.goto("/settings/audit");
  await eventually(async () => {
    const said = await admin.page.getByRole("table").first().textContent();
    expect(said).toContain("Analyst");
  });
  expect(admin.errors).toEqual([]);
  expect(viewer.errors).toEqual([]);
  await Promise.all([admin.close(), viewer.close()]);
});
