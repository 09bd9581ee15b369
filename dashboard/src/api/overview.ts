import { api } from "./client";
import type { Backlog, DeliveryStep, Stretch } from "./metrics";

export interface Attention {
  kind: string;
  destinationId?: string;
  name?: string;
  message: string;
  since?: string;
}

export interface Overview {
  accepted: { at: string; count: number; rejected: number }[];
  delivered: DeliveryStep[];
  totals: {
    accepted: number;
    rejected: number;
    delivered: number;
    retried: number;
    failed: number;
    successRate?: number | null;
    latencyP95?: number | null;
  };
  backlog: Backlog;
  sources: { total: number; enabled: number };
  destinations: { total: number; byState: Record<string, number> };
  attention: Attention[];
}

export const readOverview = (stretch: Stretch, signal?: AbortSignal) =>
  api.read<Overview>("/overview", { ...stretch }, signal);
