import type { NewRegulation, Regulation, Suppression } from "../../generated/openapi";
import { api, type Page, path } from "./client";

export type {
  NewRegulation,
  RegulatedDestination,
  RegulatedSource,
  Regulation,
  RegulationStatus,
  RegulationType,
  Suppression,
} from "../../generated/openapi";

interface PageQuery {
  cursor?: string;
  search?: string;
}

export const listRegulations = (query: PageQuery, signal?: AbortSignal) =>
  api.read<Page<Regulation>>("/regulations", { limit: 50, ...query }, signal);

export const readRegulation = (id: string, signal?: AbortSignal) =>
  api.read<Regulation>(path`/regulations/${id}`, {}, signal);

export const createRegulation = (regulation: Omit<NewRegulation, "subjectType">) =>
  api.create<Regulation>("/regulations", { subjectType: "USER_ID", ...regulation });

export const listSuppressions = (query: PageQuery, signal?: AbortSignal) =>
  api.read<Page<Suppression>>("/suppressions", { limit: 50, ...query }, signal);
