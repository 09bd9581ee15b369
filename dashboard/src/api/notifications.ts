import { api, type Page } from "./client";

export interface Notification {
  id: string;
  at: string;
  kind: string;
  destinationId?: string;
  destinationName?: string;
  message: string;
  since?: string;
  sent: "sent" | "waiting" | "failed" | "off";
}

export const listNotifications = (
  query: { cursor?: string; limit?: number },
  signal?: AbortSignal,
) => api.read<Page<Notification>>("/notifications", query, signal);
