import type {
  FoundProfiles,
  Profile,
  ProfileEvent,
  RecentProfile,
  Transition,
} from "../../generated/openapi";
import { api, type Page, path } from "./client";

export type {
  KnownValues,
  Membership,
  Profile,
  ProfileEvent,
  RecentProfile,
  Transition,
} from "../../generated/openapi";

/** The text that replaces values hidden from viewers. */
export const MASK = "***";

export const listRecentProfiles = (limit: number, signal?: AbortSignal) =>
  api.read<Page<RecentProfile>>("/profiles", { limit }, signal);
export const searchProfiles = (
  trait: string,
  value: string,
  cursor?: string,
  signal?: AbortSignal,
) =>
  api.read<FoundProfiles>(
    "/profile-search",
    { trait, value, match: "prefix", limit: 50, cursor },
    signal,
  );
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
