import type { Notification } from "../../generated/openapi";
import { api, type Page } from "./client";

export type { Notification } from "../../generated/openapi";

export const listNotifications = (
  query: { cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<Page<Notification>>("/notifications", query, signal);
