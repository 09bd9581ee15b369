import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "./waiting";

const MAX_TABS = 150;

export const hasFocus = (target: Locator) =>
  target.evaluate((element) => element === document.activeElement);

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let i = 0; i < MAX_TABS && !(await hasFocus(target)); i++) {
    await page.keyboard.press("Tab");
  }
  expect(await hasFocus(target), `${target} is reached with Tab`).toBe(true);
}

/** Focuses an element with Tab and presses a key. */
export async function pressOn(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Focuses a field with Tab and types into it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Checks that the heading has the focus, so that screen readers announce it. */
export async function announces(page: Page, name: string): Promise<void> {
  const heading = page.getByRole("heading", { level: 1, name });
  await heading.waitFor();
  await eventually(async () => expect(await hasFocus(heading)).toBe(true));
}

/** Tab stays in the open dialog; Escape closes it and returns the focus to its opener. */
export async function closesByEscape(page: Page, opener: Locator): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press("Tab");
    const outside = await dialog.evaluate(
      (element) =>
        document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(outside, "the focus stays in the dialog").toBe(false);
  }
  await page.keyboard.press("Escape");
  await eventually(async () => expect(await dialog.count()).toBe(0));
  expect(await hasFocus(opener), "the focus is back").toBe(true);
}
