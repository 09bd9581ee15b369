import type {
  Destination,
  DestinationChange,
  NewDestination,
  Payload,
  Webhook,
} from "../api/destinations";
import { numberOrNull } from "../parts/validation";

/** The values of the destination form. */
export interface DestinationValues {
  name: string;
  webhooks: WebhookValues[];
  sharedSecret: string;
  standardWebhooks: boolean;
  sources: string[];
  payload: Payload;
  acceptsHistorical: boolean;
  tracing: boolean;
  maxRate: string;
  maxConcurrency: string;
}

/** The optional limits of a destination, each a whole number from 1. */
export const LIMITS = [
  {
    field: "maxRate",
    label: "Maximum messages per second",
    description: "Leave empty for no limit.",
    highest: 1_000_000,
  },
  {
    field: "maxConcurrency",
    label: "Concurrent requests",
    description: "Per URL. Leave empty to adapt to the receiver.",
    highest: 1_000,
  },
] as const;

export interface WebhookValues {
  /** Identifies rows while they are edited. */
  key: number;
  url: string;
  headers: HeaderValues[];
}

export interface HeaderValues {
  key: number;
  name: string;
  value: string;
}

let keys = 0;
export const nextKey = () => ++keys;

export const emptyWebhook = (): WebhookValues => ({ key: nextKey(), url: "", headers: [] });

export const emptyDestination = (sources: string[]): DestinationValues => ({
  name: "",
  webhooks: [emptyWebhook()],
  sharedSecret: "",
  standardWebhooks: false,
  sources,
  payload: "standard",
  acceptsHistorical: true,
  tracing: false,
  maxRate: "",
  maxConcurrency: "",
});

export const valuesOf = (destination: Destination): DestinationValues => ({
  name: destination.name,
  webhooks: destination.settings.webhooks.map(({ url, headers }) => ({
    key: nextKey(),
    url,
    headers: Object.entries(headers ?? {}).map(([name, value]) => ({
      key: nextKey(),
      name,
      value,
    })),
  })),
  sharedSecret: "",
  standardWebhooks: destination.settings.standardWebhooks,
  sources: destination.sources,
  payload: destination.payload,
  acceptsHistorical: destination.acceptsHistorical,
  tracing: destination.tracing,
  maxRate: String(destination.maxRate ?? ""),
  maxConcurrency: String(destination.maxConcurrency ?? ""),
});

/** The request body to create a destination. */
export function creationOf(values: DestinationValues): NewDestination {
  const change = changeOf(values);
  return {
    ...change,
    settings: {
      ...change.settings,
      standardWebhooks: values.standardWebhooks,
      ...(values.sharedSecret !== "" && { sharedSecret: values.sharedSecret }),
    },
  };
}

/** The request body to change a destination; the signature settings stay unchanged. */
export function changeOf(values: DestinationValues) {
  return {
    name: values.name,
    sources: values.sources,
    settings: { webhooks: values.webhooks.map(webhookOf) },
    payload: values.payload,
    acceptsHistorical: values.acceptsHistorical,
    tracing: values.tracing,
    maxRate: numberOrNull(values.maxRate),
    maxConcurrency: numberOrNull(values.maxConcurrency),
  } satisfies DestinationChange;
}

function webhookOf({ url, headers }: WebhookValues): Webhook {
  return {
    url: url.trim(),
    headers: Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value.trim()])),
  };
}

/** A random secret. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
