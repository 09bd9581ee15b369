import type { Viewed } from "./world";

/** Every view that has an address, by the name of its picture. */
export function screens(world: Viewed): Record<string, string> {
  const source = `/sources/${world.sourceId}`;
  const healthy = `/destinations/${world.healthyId}`;
  const failing = `/destinations/${world.failingId}`;
  return {
    overview: "/",
    sources: "/sources",
    "source-new": "/sources/new",
    "source-connect": source,
    "source-live": `${source}/live`,
    "source-schema": `${source}/schema`,
    "source-settings": `${source}/settings`,
    destinations: "/destinations",
    "destination-new": "/destinations/new",
    "destination-health": healthy,
    "destination-attempts": `${healthy}/attempts`,
    "destination-failed": `${failing}/failed`,
    "destination-filters": `${healthy}/filters`,
    "destination-test": `${healthy}/test`,
    "destination-settings": `${healthy}/settings`,
    messages: "/messages?messageId=event-1",
    "messages-user": "/messages?userId=user-1",
    usage: "/usage",
    "privacy-requests": "/privacy",
    "privacy-request": `/privacy/requests/${world.requestId}`,
    "privacy-suppressions": "/privacy/suppressions",
    "privacy-new": "/privacy/new",
    "settings-tokens": "/settings",
    "settings-workspace": "/settings/workspace",
    "settings-notifications": "/settings/notifications",
    "settings-audit": "/settings/audit",
  };
}

/** The pictures that the documents show. */
export const PICTURES = [
  "overview",
  "overview-dark",
  "overview-phone",
  "source-live",
  "destination-health",
  "destination-failed",
];
