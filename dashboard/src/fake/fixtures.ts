import type { Audience, ComputedTrait } from "../api/computations";
import type { Destination } from "../api/destinations";
import type { Overview } from "../api/overview";
import type { Profile } from "../api/profiles";
import type { Replay } from "../api/replays";
import type { Source } from "../api/sources";
import { DESTINATION_STATES } from "../parts/states";

/** Valid examples of the service's answers, for tests. */

export const aSource = (change: Partial<Source> = {}): Source => ({
  id: "src_3k9w0m5x7b2qd",
  name: "Web shop",
  type: "web",
  writeKey: "wk_5vq2c8m0r7yk3t9hx1dn6wbzfa",
  enabled: true,
  newEvents: "allow",
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
  tracing: false,
  filters: [],
  state: "healthy",
  createdAt: "2026-11-02T10:00:00.000Z",
  ...change,
});

type ByState = Overview["destinations"]["byState"];

/** All of some destinations are in the states that a test names. */
export const byState = (counts: Partial<ByState>): ByState =>
  ({
    ...Object.fromEntries(Object.keys(DESTINATION_STATES).map((state) => [state, 0])),
    ...counts,
  }) as ByState;

export const anOverview = (change: Partial<Overview> = {}): Overview => ({
  accepted: [],
  delivered: [],
  totals: { accepted: 0, rejected: 0, delivered: 0, retried: 0, failed: 0 },
  backlog: { messages: 0 },
  sources: { total: 1, enabled: 1 },
  destinations: { total: 1, byState: byState({ healthy: 1 }) },
  attention: [],
  ...change,
});

export const aReplay = (change: Partial<Replay> = {}): Replay => ({
  id: "r-m1",
  state: "finished",
  kind: "message",
  messageId: "m1",
  taken: 1,
  delivered: 1,
  failed: 0,
  skipped: 0,
  progress: 1,
  createdAt: "2026-11-15T08:00:00.000Z",
  ...change,
});

export const anAudience = (change: Partial<Audience> = {}): Audience => ({
  id: "aud_2qd3k9w0m5x7b",
  key: "big_spenders",
  name: "Big spenders",
  enabled: true,
  destinations: ["dst_7b2qd3k9w0m5x"],
  definition: {
    all: [
      {
        event: "Order Completed",
        where: [{ property: "total", op: "greater_than", value: 100 }],
        within: "30d",
        count: { op: "at_least", value: 3 },
      },
      { trait: "plan", op: "one_of", value: ["pro", "team"] },
    ],
  },
  sync: "realtime",
  status: "live",
  size: 1_234,
  lastSyncAt: "2026-11-15T08:00:00.000Z",
  createdAt: "2026-11-03T09:00:00.000Z",
  updatedAt: "2026-11-03T09:00:00.000Z",
  ...change,
});

export const aComputedTrait = (change: Partial<ComputedTrait> = {}): ComputedTrait => ({
  id: "ctr_5x7b2qd3k9w0m",
  key: "total_spent",
  name: "Total spent",
  enabled: true,
  destinations: [],
  definition: { kind: "sum", event: "Order Completed", property: "total", within: "90d" },
  sync: "1h",
  status: "live",
  size: 42,
  createdAt: "2026-11-03T09:00:00.000Z",
  updatedAt: "2026-11-03T09:00:00.000Z",
  ...change,
});

export const aProfile = (change: Partial<Profile> = {}): Profile => ({
  userId: "ada@example.com",
  userIds: ["ada@example.com", "ada-before"],
  anonymousIds: ["browser-1"],
  traits: { plan: "pro", age: 36, address: { city: "London" } },
  computedTraits: { total_spent: 199.5 },
  groups: [{ groupId: "acme", traits: { industry: "engines" } }],
  audiences: [
    {
      id: "aud_2qd3k9w0m5x7b",
      key: "big_spenders",
      name: "Big spenders",
      since: "2026-11-14T08:00:00.000Z",
    },
  ],
  eventCount: 17,
  firstSeenAt: "2026-11-01T08:00:00.000Z",
  lastSeenAt: "2026-11-15T08:00:00.000Z",
  ...change,
});
