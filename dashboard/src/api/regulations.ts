import { api, type Page, path } from "./client";

export type RegulationType =
  | "DELETE_ONLY"
  | "SUPPRESS_ONLY"
  | "SUPPRESS_WITH_DELETE"
  | "UNSUPPRESS";

export type RegulationStatus =
  | "INITIALIZED"
  | "RUNNING"
  | "PARTIAL_SUCCESS"
  | "FINISHED"
  | "FAILED";

export interface RegulatedDestination {
  destinationId: string;
  status: RegulationStatus;
  waiting: number;
  delivered: number;
  failed: number;
  cancelled: number;
  expired: number;
  reason?: string;
}

export interface RegulatedSource {
  sourceId: string;
  status: RegulationStatus;
  sent: number;
  destinations: RegulatedDestination[];
}

/** A request to delete users, to suppress them or to lift that. */
export interface Regulation {
  id: string;
  regulationType: RegulationType;
  subjects: number;
  sources?: string[];
  status: RegulationStatus;
  createdAt: string;
  createdBy: { id: string; name: string };
  endedAt?: string;
  suppressed?: number;
  lifted?: number;
  hideNow?: boolean;
  logKeptUntil?: string;
  subjectIds?: string[];
  overview?: RegulatedSource[];
}

export interface NewRegulation {
  regulationType: RegulationType;
  subjectIds: string[];
  sources?: string[];
  hideNow?: boolean;
}

export interface Suppression {
  userId: string;
  sourceId: string | null;
  regulationId: string;
  createdAt: string;
}

interface Where {
  cursor?: string;
  search?: string;
}

export const listRegulations = (where: Where, signal?: AbortSignal) =>
  api.read<Page<Regulation>>("/regulations", { limit: 50, ...where }, signal);

export const readRegulation = (id: string, signal?: AbortSignal) =>
  api.read<Regulation>(path`/regulations/${id}`, {}, signal);

export const createRegulation = (wanted: NewRegulation) =>
  api.create<Regulation>("/regulations", { subjectType: "USER_ID", ...wanted });

export const listSuppressions = (where: Where, signal?: AbortSignal) =>
  api.read<Page<Suppression>>("/suppressions", { limit: 50, ...where }, signal);
