import { api } from "./client";

export interface Workspace {
  name: string;
  filteredServerCallsCount: boolean;
  redactedFields: string[];
  notifications: {
    url?: string | null;
    sharedSecret?: { set: boolean };
    failingAfter?: string;
  };
  /** The fields that the workspace file declares. */
  declared?: string[];
}

export interface WorkspaceChange {
  name?: string;
  filteredServerCallsCount?: boolean;
  redactedFields?: string[];
  notifications?: { url?: string | null; sharedSecret?: string | null; failingAfter?: string };
}

export const readWorkspace = (signal?: AbortSignal) =>
  api.read<Workspace>("/workspace", {}, signal);
export const changeWorkspace = (change: WorkspaceChange) =>
  api.change<Workspace>("/workspace", change);
