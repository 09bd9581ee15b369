import type { Session } from "../../generated/openapi";
import { ApiError, api } from "./client";

export type { AccessRole, Session } from "../../generated/openapi";

/** The current session; null without one. */
export async function readSession(signal?: AbortSignal): Promise<Session | null> {
  try {
    return await api.read<Session>("/session", {}, signal);
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 401) {
      return null;
    }
    throw failure;
  }
}

export const signIn = (token: string) => api.create<Session>("/session", { token });
export const signOut = () => api.remove("/session");
