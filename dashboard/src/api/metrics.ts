import { api, path } from "./client";

export interface Latency {
  p50: number;
  p95: number;
  p99: number;
}

export interface DeliveryStep {
  at: string;
  delivered: number;
  retried: number;
  failed: number;
  attempts?: number;
  latency?: Latency;
  /** The most that waited; left out where nobody looked. */
  backlog?: { messages: number; ageMillis?: number };
}

export interface Backlog {
  messages: number;
  oldestAt?: string;
}

export interface UrlHealth {
  url: string;
  breaker: "closed" | "open" | "probing";
  nextProbeAt?: string;
  concurrency: number;
  inFlight: number;
}

export interface Metrics {
  data: DeliveryStep[];
  pending: Backlog;
  urls: UrlHealth[];
}

export interface Stretch {
  from: string;
  to: string;
  step: "minute" | "hour";
}

export const readMetrics = (id: string, stretch: Stretch, signal?: AbortSignal) =>
  api.read<Metrics>(path`/destinations/${id}/metrics`, { ...stretch }, signal);
