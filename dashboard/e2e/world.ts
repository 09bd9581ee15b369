import type { Receiver } from "./receiver";
import type { Service } from "./service";

/** Ids of what a lived-in installation holds. */
export interface World {
  sourceId: string;
  healthyId: string;
  failingId: string;
  pausedId: string;
}

/** How many calls are accepted, how many of them go on to destinations, and how many do not. */
export const CALLS = { accepted: 185, passing: 180, blocked: 5 };

interface Made {
  id: string;
  writeKey: string;
}

/**
 * Fills an installation with things worth looking at: a busy source, a good and a bad receiver, and
 * one that is paused.
 */
export async function fill(service: Service, good: Receiver, bad: Receiver): Promise<World> {
  const source = await service.api<Made>("POST", "/api/sources", { name: "Web shop", type: "web" });
  await service.api("POST", "/api/sources", { name: "iOS app", type: "mobile" });
  await service.api("POST", "/api/sources", { name: "Billing", type: "server" });
  const destination = (name: string, receiver: Receiver) =>
    service.api<Made>("POST", "/api/destinations", {
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
    healthyId: healthy.id,
    failingId: failing.id,
    pausedId: paused.id,
  };
}

/** A world that also has what changes its numbers. */
export interface Viewed extends World {
  requestId: string;
}

/** Adds what every view needs to have something to show. */
export async function furnish(service: Service, world: World): Promise<Viewed> {
  const request = await service.api<Made>("POST", "/api/regulations", {
    regulationType: "SUPPRESS_WITH_DELETE",
    subjectType: "USER_ID",
    subjectIds: ["user-6", "somebody@example.com"],
  });
  return { ...world, requestId: request.id };
}
