import type { Destination } from "../api/destinations";
import type { Overview } from "../api/overview";
import type { Source } from "../api/sources";

/** Sound examples of what the service answers, for tests and for looking at screens. */

export const aSource = (change: Partial<Source> = {}): Source => ({
  id: "src_3k9w0m5x7b2qd",
  name: "Web shop",
  type: "web",
  writeKey: "wk_5vq2c8m0r7yk3t9hx1dn6wbzfa",
  enabled: true,
  createdAt: "2026-11-01T09:00:00.000Z",
  ...change,
});

export const aDestination = (change: Partial<Destination> = {}): Destination => ({
  id: "dst_7b2qd3k9w0m5x",
  type: "Webhooks",
  name: "Warehouse",
  enabled: true,
  paused: false,
  sources: ["src_3k9w0m5x7b2qd"],
  settings: {
    webhooks: [{ url: "https://hooks.example.com/postrider" }],
    sharedSecret: { set: true },
    standardWebhooks: false,
  },
  payload: "standard",
  acceptsHistorical: true,
  state: "healthy",
  createdAt: "2026-11-02T10:00:00.000Z",
  ...change,
});

export const anOverview = (change: Partial<Overview> = {}): Overview => ({
  accepted: [],
  delivered: [],
  totals: { accepted: 0, rejected: 0, delivered: 0, retried: 0, failed: 0 },
  backlog: { messages: 0 },
  sources: { total: 1, enabled: 1 },
  destinations: { total: 1, byState: { healthy: 1 } },
  attention: [],
  ...change,
});
