import { api, type Page } from "./client";
import type { Notification } from "./openapi";

export type { Notification } from "./openapi";

export const listNotifications = (
  query: { cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<Page<Notification>>("/notifications", query, signal);
