import { api } from "./client";
import type { Workspace, WorkspaceChange } from "./openapi";

export type { Workspace } from "./openapi";

export const readWorkspace = (signal?: AbortSignal) =>
  api.read<Workspace>("/workspace", {}, signal);
export const changeWorkspace = (change: WorkspaceChange) =>
  api.change<Workspace>("/workspace", change);
