import type { Viewed } from "./world";

/** Every view that has an address, by the name of its picture; charts show what `range` says. */
export function screens(world: Viewed, range = ""): Record<string, string> {
  const source = `/sources/${world.sourceId}`;
  const healthy = `/destinations/${world.healthyId}`;
  const failing = `/destinations/${world.failingId}`;
  const audience = `/audiences/${world.audienceId}`;
  const trait = `/computed-traits/${world.traitId}`;
  return {
    overview: `/${range}`,
    sources: "/sources",
    "source-new": "/sources/new",
    "source-connect": source,
    "source-live": `${source}/live`,
    "source-schema": `${source}/schema`,
    "source-settings": `${source}/settings`,
    destinations: "/destinations",
    "destination-new": "/destinations/new",
    "destination-health": `${healthy}${range}`,
    "destination-attempts": `${healthy}/attempts`,
    "destination-failed": `${failing}/failed`,
    "destination-filters": `${healthy}/filters`,
    "destination-test": `${healthy}/test`,
    "destination-settings": `${healthy}/settings`,
    audiences: "/audiences",
    "audience-new": "/audiences/new",
    audience,
    "audience-members": `${audience}/members`,
    "audience-edit": `${audience}/definition`,
    "computed-traits": "/computed-traits",
    "computed-trait-new": "/computed-traits/new",
    "computed-trait": trait,
    "computed-trait-people": `${trait}/members`,
    "computed-trait-edit": `${trait}/definition`,
    profiles: "/profiles",
    profile: `/profiles/user?id=${world.userId}`,
    "profile-events": `/profiles/user/events?id=${world.userId}`,
    "profile-history": `/profiles/user/history?id=${world.userId}`,
    "profile-unknown": "/profiles/user?id=nobody",
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
  "audience-edit",
  "audience",
  "profile",
];
