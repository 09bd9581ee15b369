import type { LiveCall } from "../api/live";

/** The maximum number of calls on the page. */
export const MAX_CALLS = 500;

export interface RecentCall {
  key: string;
  call: LiveCall;
}

/** The identity of a call, so that a restarted stream adds no duplicates. */
export function keyOf(call: LiveCall): string {
  return `${call.kind} ${call.at} ${call.messageId ?? ""} ${"index" in call ? call.index : ""}`;
}

/** Adds received calls; the result is newest first and bounded. */
export function addCalls(
  before: RecentCall[],
  received: LiveCall[],
  most = MAX_CALLS,
): RecentCall[] {
  const known = new Set(before.map(({ key }) => key));
  const added: RecentCall[] = [];
  for (const call of received) {
    const key = keyOf(call);
    if (!known.has(key)) {
      known.add(key);
      added.push({ key, call });
    }
  }
  return added.length === 0 ? before : [...added.reverse(), ...before].slice(0, most);
}
