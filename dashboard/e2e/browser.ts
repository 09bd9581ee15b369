import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";

const SCRIPT = join(import.meta.dirname, "../../build/browser");

/** A real Chromium, without a window. */
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

/** A page of its own, and everything that went wrong on it. */
export interface Visit {
  page: Page;
  complaints: string[];
  close(): Promise<void>;
}

export async function visit(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    timezoneId: "Europe/Berlin",
    reducedMotion: "reduce",
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (line) => {
    if (line.type() === "error" && !line.text().startsWith("Failed to load resource")) {
      complaints.push(line.text());
    }
  });
  return { page, complaints, close: () => context.close() };
}

/** Signs in the way a person does. */
export async function signIn(page: Page, token: string, path = "/"): Promise<void> {
  await page.goto(path);
  await page.getByLabel("Token", { exact: true }).fill(token);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("navigation", { name: "Main" }).waitFor();
}
