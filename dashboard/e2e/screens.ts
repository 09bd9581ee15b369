import type { SeededViews } from "./seed";

/** The path of every view by the name of its picture; `range` is the time range of charts. */
export function screens(seeded: SeededViews, range = ""): Record<string, string> {
  const source = `/sources/${seeded.sourceId}`;
  const healthy = `/destinations/${seeded.healthyId}`;
  const failing = `/destinations/${seeded.failingId}`;
  const audience = `/audiences/${seeded.audienceId}`;
  const trait = `/computed-traits/${seeded.traitId}`;
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
    profile: `/profiles/user?id=${seeded.userId}`,
    "profile-events": `/profiles/user/events?id=${seeded.userId}`,
    "profile-history": `/profiles/user/history?id=${seeded.userId}`,
    "profile-unknown": "/profiles/user?id=nobody",
    messages: "/messages?messageId=event-1",
    "messages-user": "/messages?userId=user-1",
    usage: "/usage",
    "privacy-requests": "/privacy",
    "privacy-request": `/privacy/requests/${seeded.requestId}`,
    "privacy-suppressions": "/privacy/suppressions",
    "privacy-new": "/privacy/new",
    "settings-tokens": "/settings",
    "settings-workspace": "/settings/workspace",
    "settings-notifications": "/settings/notifications",
    "settings-audit": "/settings/audit",
  };
}

/** The pictures in the documents. */
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
