import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A webhook receiver that records requests and answers as configured. */
export interface Receiver {
  url: string;
  messages: Record<string, unknown>[];
  answerWith(status: number): void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const messages: Record<string, unknown>[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      if (status === 200) {
        messages.push(JSON.parse(Buffer.concat(chunks).toString()));
      }
      response.writeHead(status, { "Content-Type": "text/plain" });
      response.end(status === 200 ? "thanks" : "out of order");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    answerWith(next) {
      status = next;
    },
    stop: () =>
      new Promise((stopped) => {
        server.closeAllConnections();
        server.close(() => stopped());
      }),
  };
}
