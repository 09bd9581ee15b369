import { api, type Page, path } from "./client";

export type ReplayOrder =
  | { from: string; to: string }
  | { failed: true; since: string }
  | { messageId: string; sourceId?: string };

export interface Replay {
  id: string;
  state: "running" | "waiting" | "finished" | "cancelled";
  kind: "range" | "failed" | "message";
  from?: string;
  to?: string;
  since?: string;
  messageId?: string;
  total?: number;
  taken: number;
  delivered: number;
  failed: number;
  skipped: number;
  progress: number;
  createdAt: string;
  finishedAt?: string;
}

export const isUnderWay = (replay: Replay) =>
  replay.state === "running" || replay.state === "waiting";

export const listReplays = (id: string, signal?: AbortSignal) =>
  api.read<Page<Replay>>(path`/destinations/${id}/replays`, {}, signal);
export const readReplay = (id: string, replay: string, signal?: AbortSignal) =>
  api.read<Replay>(path`/destinations/${id}/replays/${replay}`, {}, signal);
export const startReplay = (id: string, order: ReplayOrder) =>
  api.create<Replay>(path`/destinations/${id}/replays`, order);
export const cancelReplay = (id: string, replay: string) =>
  api.remove<Replay>(path`/destinations/${id}/replays/${replay}`);
