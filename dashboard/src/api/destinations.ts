import type {
  Destination,
  DestinationChange,
  DestinationVolumes,
  NewDestination,
  RotatedSecret,
  TestReport,
  TriedNow,
  Webhooks,
} from "../../generated/openapi";
import { api, path, readAll } from "./client";

export type {
  AnswerSample,
  Destination,
  DestinationChange,
  LastError,
  NewDestination,
  Payload,
  RequestSample,
  TestOutcome,
} from "../../generated/openapi";

export type Webhook = Webhooks[number];

export const listDestinations = (signal?: AbortSignal) =>
  readAll<Destination>("/destinations", signal);
export const destinationVolumes = (signal?: AbortSignal) =>
  api.read<DestinationVolumes>("/destination-volumes", {}, signal);
export const readDestination = (id: string, signal?: AbortSignal) =>
  api.read<Destination>(path`/destinations/${id}`, {}, signal);
export const createDestination = (destination: NewDestination) =>
  api.create<Destination>("/destinations", destination);
export const changeDestination = (id: string, change: DestinationChange) =>
  api.change<Destination>(path`/destinations/${id}`, change);
export const deleteDestination = (id: string) => api.remove(path`/destinations/${id}`);
export const rotateSecret = (id: string) =>
  api.create<RotatedSecret>(path`/destinations/${id}/secrets`, {});
export const tryDestinationNow = (id: string) =>
  api.create<TriedNow>(path`/destinations/${id}/try-now`, {});
export const testDestination = (id: string, type: string) =>
  api.create<TestReport>(path`/destinations/${id}/test`, { type });
