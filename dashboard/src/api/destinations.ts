import { api, path, readAll } from "./client";
import type { Filter } from "./filters";

export type DestinationState = "disabled" | "paused" | "healthy" | "degraded" | "failing";
export type Payload = "standard" | "full";

export interface Webhook {
  url: string;
  headers?: Record<string, string> | null;
}

export interface LastError {
  reason: string;
  status?: number;
  message: string;
  url: string;
  at: string;
}

export interface Destination {
  id: string;
  type: "Webhooks";
  name: string;
  enabled: boolean;
  paused: boolean;
  sources: string[];
  settings: {
    webhooks: Webhook[];
    sharedSecret: { set: boolean; previousExpiresAt?: string };
    standardWebhooks: boolean;
  };
  payload: Payload;
  acceptsHistorical: boolean;
  maxRate?: number;
  maxConcurrency?: number;
  filters?: Filter[];
  state: DestinationState;
  lastError?: LastError;
  createdAt: string;
  declaredAs?: string;
}

export interface DestinationChange {
  name?: string;
  enabled?: boolean;
  paused?: boolean;
  sources?: string[];
  settings?: {
    webhooks?: Webhook[];
    sharedSecret?: string | null;
    standardWebhooks?: boolean;
  };
  payload?: Payload;
  acceptsHistorical?: boolean;
  maxRate?: number | null;
  maxConcurrency?: number | null;
  filters?: Filter[];
}

export interface RotatedSecret {
  sharedSecret?: string;
  previousExpiresAt?: string;
}

export interface Sample {
  status?: number;
  headers?: Record<string, string>;
  body: string;
  truncated: boolean;
}

export interface TestOutcome {
  url: string;
  delivered: boolean;
  status?: number;
  reason?: string;
  message?: string;
  latencyMillis: number;
  answer?: Sample;
}

export interface TestReport {
  outcomes: TestOutcome[];
  request: unknown;
}

export const listDestinations = (signal?: AbortSignal) =>
  readAll<Destination>("/destinations", signal);
export const readDestination = (id: string, signal?: AbortSignal) =>
  api.read<Destination>(path`/destinations/${id}`, {}, signal);
export const createDestination = (destination: DestinationChange) =>
  api.create<Destination>("/destinations", destination);
export const changeDestination = (id: string, change: DestinationChange) =>
  api.change<Destination>(path`/destinations/${id}`, change);
export const deleteDestination = (id: string) => api.remove(path`/destinations/${id}`);
export const rotateSecret = (id: string) =>
  api.create<RotatedSecret>(path`/destinations/${id}/secrets`, {});
export const testDestination = (id: string, type: string) =>
  api.create<TestReport>(path`/destinations/${id}/test`, { type });
