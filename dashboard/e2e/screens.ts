import type { SeededViews } from "./seed";

/** The path of a view in a filled server; `range` is the time range of charts. */
type Path = (ids: SeededViews, range: string) => string;

/** The paths of all views by the names of their pictures. */
export const SCREENS = {
  overview: (_, range) => `/${range}`,
  sources: () => "/sources",
  "source-new": () => "/sources/new",
  "source-connect": (ids) => `/sources/${ids.sourceId}`,
  "source-live": (ids) => `/sources/${ids.sourceId}/live`,
  "source-schema": (ids) => `/sources/${ids.sourceId}/schema`,
  "source-settings": (ids) => `/sources/${ids.sourceId}/settings`,
  destinations: () => "/destinations",
  "destination-new": () => "/destinations/new",
  "destination-health": (ids, range) => `/destinations/${ids.healthyId}${range}`,
  "destination-attempts": (ids) => `/destinations/${ids.healthyId}/attempts`,
  "destination-failed": (ids) => `/destinations/${ids.failingId}/failed`,
  "destination-filters": (ids) => `/destinations/${ids.healthyId}/filters`,
  "destination-test": (ids) => `/destinations/${ids.healthyId}/test`,
  "destination-settings": (ids) => `/destinations/${ids.healthyId}/settings`,
  audiences: () => "/audiences",
  "audience-new": () => "/audiences/new",
  audience: (ids) => `/audiences/${ids.audienceId}`,
  "audience-members": (ids) => `/audiences/${ids.audienceId}/members`,
  "audience-edit": (ids) => `/audiences/${ids.audienceId}/definition`,
  "computed-traits": () => "/computed-traits",
  "computed-trait-new": () => "/computed-traits/new",
  "computed-trait": (ids) => `/computed-traits/${ids.traitId}`,
  "computed-trait-people": (ids) => `/computed-traits/${ids.traitId}/members`,
  "computed-trait-edit": (ids) => `/computed-traits/${ids.traitId}/definition`,
  profiles: () => "/profiles",
  profile: (ids) => `/profiles/user?id=${ids.userId}`,
  "profile-events": (ids) => `/profiles/user/events?id=${ids.userId}`,
  "profile-history": (ids) => `/profiles/user/history?id=${ids.userId}`,
  "profile-unknown": () => "/profiles/user?id=nobody",
  messages: () => "/messages?messageId=event-1",
  "messages-user": () => "/messages?userId=user-1",
  deliveries: (_, range) => `/deliveries${range}`,
  attempts: () => "/attempts",
  usage: () => "/usage",
  "privacy-requests": () => "/privacy",
  "privacy-request": (ids) => `/privacy/requests/${ids.requestId}`,
  "privacy-suppressions": () => "/privacy/suppressions",
  "privacy-new": () => "/privacy/new",
  "settings-tokens": () => "/settings",
  "settings-workspace": () => "/settings/workspace",
  "settings-notifications": () => "/settings/notifications",
  "settings-audit": () => "/settings/audit",
} satisfies Record<string, Path>;

export type Screen = keyof typeof SCREENS;

/** The pictures in the documents. */
export const PICTURES = [
  "overview",
  "overview-dark",
  "overview-phone",
  "source-live",
  "source-connect",
  "destination-health",
  "destination-failed",
  "destination-attempts",
  "messages",
  "deliveries",
  "audience-edit",
  "audience",
  "profile",
];
