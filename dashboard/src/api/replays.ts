import type { Replay, ReplayOrder } from "../../generated/openapi";
import { api, type Page, path } from "./client";

export type { Replay, ReplayOrder } from "../../generated/openapi";

export const isActive = (replay: Replay) =>
  replay.state === "running" || replay.state === "waiting";

export const listReplays = (id: string, signal?: AbortSignal) =>
  api.read<Page<Replay>>(path`/destinations/${id}/replays`, {}, signal);
export const readReplay = (id: string, replay: string, signal?: AbortSignal) =>
  api.read<Replay>(path`/destinations/${id}/replays/${replay}`, {}, signal);
export const startReplay = (id: string, order: ReplayOrder) =>
  api.create<Replay>(path`/destinations/${id}/replays`, order);
export const cancelReplay = (id: string, replay: string) =>
  api.remove<Replay>(path`/destinations/${id}/replays/${replay}`);
