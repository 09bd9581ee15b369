import type { UsageRow } from "../api/usage";

export interface Volume {
  calls: number;
  /** The last day with a call, in UTC. */
  lastDay: string;
}

/** The calls of each source; sources without calls are absent. */
export function volumes(rows: UsageRow[]): Map<string, Volume> {
  const known = new Map<string, Volume>();
  for (const { sourceId, calls, day } of rows) {
    if (calls > 0) {
      const before = known.get(sourceId);
      known.set(sourceId, {
        calls: (before?.calls ?? 0) + calls,
        lastDay: before !== undefined && before.lastDay > day ? before.lastDay : day,
      });
    }
  }
  return known;
}
