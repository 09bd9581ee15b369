import type { Workspace, WorkspaceChange } from "../../generated/openapi";
import { api } from "./client";

export type { Workspace } from "../../generated/openapi";

export const readWorkspace = (signal?: AbortSignal) =>
  api.read<Workspace>("/workspace", {}, signal);
export const changeWorkspace = (change: WorkspaceChange) =>
  api.change<Workspace>("/workspace", change);
