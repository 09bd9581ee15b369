import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const SCRIPT = join(import.meta.dirname, "../../build/browser");

/** A headless Chromium. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = execFileSync(SCRIPT, { encoding: "utf8" }).trim();
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** A page in its own browser context, with its errors. */
export interface TestPage {
  page: Page;
  errors: string[];
  close(): Promise<void>;
}

export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<TestPage> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().startsWith("Failed to load resource")) {
      errors.push(line.text());
    }
  });
  return { page, errors, close: () => context.close() };
}

/** Signs in through the page. */
export async function signIn(page: Page, token: string, path = "/"): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}
