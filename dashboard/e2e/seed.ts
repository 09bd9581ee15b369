import type { Receiver } from "./receiver";
import type { Service } from "./service";
import { eventually } from "./waiting";

/** The IDs of the seeded objects. */
export interface SeededData {
  sourceId: string;
  writeKey: string;
  healthyId: string;
  failingId: string;
  pausedId: string;
}

/** The number of accepted calls, and how many of them are sent to destinations or blocked. */
export const CALLS = { accepted: 185, passing: 180, blocked: 5 };

interface Created {
  id: string;
  writeKey: string;
}

/** Seeds an installation: a busy source, a healthy and a failing destination, and a paused one. */
export async function fill(service: Service, good: Receiver, bad: Receiver): Promise<SeededData> {
  const source = await service.api<Created>("POST", "/api/sources", {
    name: "Web shop",
    type: "web",
  });
  await service.api("POST", "/api/sources", { name: "iOS app", type: "mobile" });
  await service.api("POST", "/api/sources", { name: "Billing", type: "server" });
  const destination = (name: string, receiver: Receiver) =>
    service.api<Created>("POST", "/api/destinations", {
      type: "Webhooks",
      name,
      sources: [source.id],
      settings: { webhooks: [{ url: receiver.url }], sharedSecret: "s3cret" },
    });
  const healthy = await destination("Warehouse", good);
  const failing = await destination("CRM", bad);
  const paused = await destination("Archive", good);
  await service.api("PATCH", `/api/destinations/${paused.id}`, { paused: true });
  await service.api("PUT", `/api/sources/${source.id}/schema/Debug`, { allowed: false });
  bad.answerWith(404);
  const events = ["Product Viewed", "Order Completed", "Signed Up"];
  for (let i = 0; i < 90; i++) {
    await service.send(
      "/v1/batch",
      {
        batch: [
          {
            type: "track",
            userId: `user-${i % 7}`,
            event: events[i % 3],
            properties: { total: 10 + i, currency: "EUR" },
            messageId: `event-${i}`,
          },
          { type: "page", anonymousId: `visitor-${i}`, name: "Pricing", messageId: `page-${i}` },
        ],
      },
      source.writeKey,
    );
  }
  for (let i = 0; i < CALLS.blocked; i++) {
    await service.send("/v1/track", { userId: "user-1", event: "Debug" }, source.writeKey);
  }
  await service.send("/v1/identify", { traits: { plan: "pro" } }, source.writeKey); // rejected
  return {
    sourceId: source.id,
    writeKey: source.writeKey,
    healthyId: healthy.id,
    failingId: failing.id,
    pausedId: paused.id,
  };
}

/** Sends varying traffic for some minutes, for the charts. */
export async function sendTraffic(
  service: Service,
  seeded: SeededData,
  minutes: number,
): Promise<void> {
  const seconds = minutes * 60;
  for (let second = 0; second < seconds; second++) {
    const calls = Math.round(9 + 5 * Math.sin(second / 25) + 3 * Math.sin(second / 7));
    const batch = Array.from({ length: calls }, (_, i) => ({
      type: "track",
      userId: `user-${i % 7}`,
      event: ["Product Viewed", "Order Completed", "Signed Up"][i % 3],
      properties: { total: 10 + i },
    }));
    await Promise.all([
      service.send("/v1/batch", { batch }, seeded.writeKey),
      new Promise((next) => setTimeout(next, 1_000)),
    ]);
  }
}

/** The IDs of the seeded audience, computed trait and user. */
export interface People {
  userId: string;
  audienceId: string;
  traitId: string;
}

/** The seeded data of all views. */
export interface SeededViews extends SeededData, People {
  requestId: string;
}

/** Adds data for every view. */
export async function seedAllViews(service: Service, seeded: SeededData): Promise<SeededViews> {
  const people = await seedPeople(service, seeded);
  const request = await service.api<Created>("POST", "/api/regulations", {
    regulationType: "SUPPRESS_WITH_DELETE",
    subjectType: "USER_ID",
    subjectIds: ["user-6", "somebody@example.com"],
  });
  return { ...seeded, ...people, requestId: request.id };
}

interface Profile {
  traits: Record<string, unknown>;
}

interface Computed extends Created {
  status: string;
  size?: number;
}

/** Seeds traits and groups of some users, an audience and a computed trait. */
async function seedPeople(service: Service, seeded: SeededData): Promise<People> {
  const { writeKey } = seeded;
  const plans = ["free", "pro", "team"];
  for (let i = 0; i < 7; i++) {
    const traits = {
      plan: plans[i % 3],
      email: `user-${i}@example.com`,
      address: { city: "Berlin", country: "DE" },
    };
    await service.send("/v1/identify", { userId: `user-${i}`, traits }, writeKey);
    await service.send(
      "/v1/group",
      { userId: `user-${i}`, groupId: "acme", traits: { seats: 7 } },
      writeKey,
    );
  }
  await followed(service, "user-6");
  const audience = await service.api<Computed>("POST", "/api/audiences", {
    name: "Big spenders",
    destinations: [seeded.healthyId],
    definition: {
      all: [
        {
          event: "Order Completed",
          where: [{ property: "total", op: "greater_than", value: 20 }],
          within: "30d",
          count: { op: "at_least", value: 2 },
        },
        {
          any: [
            { trait: "plan", op: "one_of", value: ["pro", "team"] },
            { not: { event: "Signed Up", count: { op: "at_least", value: 100 } } },
          ],
        },
      ],
    },
  });
  const trait = await service.api<Computed>("POST", "/api/computed-traits", {
    name: "Total spent",
    sync: "1h",
    definition: { kind: "sum", event: "Order Completed", property: "total" },
  });
  await Promise.all([
    computed(service, `/api/audiences/${audience.id}`),
    computed(service, `/api/computed-traits/${trait.id}`),
  ]);
  return { userId: "user-1", audienceId: audience.id, traitId: trait.id };
}

/**
 * Waits until the profile of the last user has its traits, so that all earlier calls count: a
 * computation on a schedule that runs before them is not repeated for an hour.
 */
function followed(service: Service, userId: string): Promise<void> {
  return eventually(async () => {
    const { traits } = await service.api<Profile>("GET", `/api/profiles/${userId}`);
    if (traits.plan === undefined) {
      throw new Error(`The profile of ${userId} has no plan yet`);
    }
  });
}

/** Waits until the computation is done and the audience has members. */
function computed(service: Service, path: string): Promise<void> {
  return eventually(async () => {
    const { status, size = 0 } = await service.api<Computed>("GET", path);
    if (status !== "live" || size === 0) {
      throw new Error(`${path} is ${status} with ${size}`);
    }
  });
}
