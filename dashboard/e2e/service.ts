import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** The real server in a child process, with an empty data folder. */
export interface Service {
  url: string;
  writeKey: string;
  token: string;
  api<T>(method: string, path: string, body?: unknown): Promise<T>;
  send(path: string, body: unknown, writeKey?: string): Promise<Response>;
  stop(): Promise<void>;
}

const TOKEN = "token-of-the-browser-tests-0123456789";
const PROGRAM = join(import.meta.dirname, "../../postrider");

/** Starts the server and reads its banner. */
export async function startService(...flags: string[]): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), "postrider-e2e-"));
  const child = spawn(
    PROGRAM,
    [
      "serve",
      "--port=0",
      `--data=${folder}`,
      "--http.host=127.0.0.1",
      "--log.segment-size=16MiB",
      "--delivery.allow-networks=127.0.0.0/8",
      "--delivery.retry-first-delay=200ms",
      "--delivery.retry-max-delay=1s",
      ...flags,
    ],
    { env: { ...process.env, POSTRIDER_ADMIN_TOKEN: TOKEN }, stdio: ["ignore", "pipe", "pipe"] },
  );
  const { port, writeKey } = await banner(child);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    writeKey,
    token: TOKEN,
    async api(method, path, body) {
      const response = await fetch(url + path, {
        method,
        headers: {
          Authorization: `Bearer ${TOKEN}`,
          ...(body !== undefined && { "Content-Type": "application/json" }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) {
        throw new Error(`${method} ${path}: ${response.status} ${text}`);
      }
      return text === "" ? undefined : JSON.parse(text);
    },
    send: (path, body, key = writeKey) =>
      fetch(url + path, {
        method: "POST",
        headers: { Authorization: `Basic ${btoa(`${key}:`)}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }),
    stop: () =>
      new Promise((stopped) => {
        child.once("exit", () => {
          rmSync(folder, { recursive: true, force: true });
          stopped();
        });
        child.kill("SIGTERM");
      }),
  };
}

function banner(child: ChildProcess): Promise<{ port: string; writeKey: string }> {
  const said: string[] = [];
  let port = "";
  let writeKey = "";
  return new Promise((ready, failed) => {
    child.once("exit", (code) =>
      failed(new Error(`the program ended with ${code}:\n${said.join("\n")}`)),
    );
    for (const stream of [child.stdout, child.stderr]) {
      if (stream === null) {
        continue;
      }
      createInterface(stream).on("line", (line) => {
        said.push(line);
        port = /http:\/\/localhost:(\d+)\/v1\//.exec(line)?.[1] ?? port;
        writeKey = /Its write key is (\w+)\./.exec(line)?.[1] ?? writeKey;
        if (line === "Press Ctrl+C to stop.") {
          ready({ port, writeKey });
        }
      });
    }
  });
}
