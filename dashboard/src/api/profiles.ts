import { api, type Page, path } from "./client";

/** What stands in the place of what a viewer may not see. */
export const MASK = "***";

/** Values by their names, or the mask where all of them are hidden. */
export type KnownValues = Record<string, unknown> | typeof MASK;

export interface Membership {
  id: string;
  key: string;
  name: string;
  since: string;
}

export interface Profile {
  userId: string;
  userIds: string[];
  anonymousIds: string[];
  traits: KnownValues;
  computedTraits: KnownValues;
  groups: { groupId: string; traits: KnownValues }[];
  audiences: Membership[];
  eventCount: number;
  firstSeenAt: string;
  lastSeenAt: string;
}

export interface RecentProfile {
  userId: string;
  lastSeenAt: string;
}

export interface ProfileEvent {
  event: string;
  at: string;
  properties: KnownValues;
}

export interface Transition {
  at: string;
  audience: { id: string; key: string; name: string };
  entered: boolean;
}

export const listRecentProfiles = (limit: number, signal?: AbortSignal) =>
  api.read<Page<RecentProfile>>("/profiles", { limit }, signal);
export const readProfile = (userId: string, signal?: AbortSignal) =>
  api.read<Profile>(path`/profiles/${userId}`, {}, signal);
export const listProfileEvents = (
  userId: string,
  query: { cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<Page<ProfileEvent>>(path`/profiles/${userId}/events`, query, signal);
export const listTransitions = (
  userId: string,
  query: { cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<Page<Transition>>(path`/profiles/${userId}/transitions`, query, signal);
