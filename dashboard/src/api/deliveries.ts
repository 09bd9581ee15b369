import { api, type Page, path } from "./client";
import type { Sample } from "./destinations";

export type AttemptOutcome = "delivered" | "failed" | "refused";

export interface Attempt {
  at: string;
  messageId?: string;
  type?: string;
  round: number;
  url: string;
  outcome: AttemptOutcome;
  status?: number;
  reason?: string;
  message?: string;
  latencyMillis: number;
  request: Sample;
  answer?: Sample;
}

export interface FailedDelivery {
  partition: number;
  offset: number;
  messageId?: string;
  type?: string;
  acceptedAt?: string;
  failedAt?: string;
  reason: string;
  status?: number;
  message: string;
  replayable: boolean;
}

export const REASONS = [
  "timeout",
  "http_status",
  "connection_refused",
  "connection_reset",
  "unreachable",
  "protocol",
  "dns",
  "self_signed_certificate",
  "tls",
  "address_refused",
] as const;

export const listAttempts = (id: string, reason?: string, signal?: AbortSignal) =>
  api.read<Page<Attempt>>(
    path`/destinations/${id}/deliveries`,
    { status: "attempts", reason, limit: 200 },
    signal,
  );

export const listFailed = (
  id: string,
  query: { reason?: string; cursor?: string },
  signal?: AbortSignal,
) =>
  api.read<Page<FailedDelivery>>(
    path`/destinations/${id}/deliveries`,
    { status: "failed", limit: 50, ...query },
    signal,
  );
