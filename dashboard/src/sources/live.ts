import type { LiveCall } from "../api/live";

/** The page holds at most this many calls. */
export const MOST_CALLS = 500;

export interface Kept {
  key: string;
  call: LiveCall;
}

/** What makes a call this one, so that a stream that starts again repeats nothing. */
export function keyOf(call: LiveCall): string {
  return `${call.kind} ${call.at} ${call.messageId ?? ""} ${"index" in call ? call.index : ""}`;
}

/** The newest calls, newest first: those that came, before those that were there. */
export function keep(before: Kept[], came: LiveCall[], most = MOST_CALLS): Kept[] {
  const known = new Set(before.map(({ key }) => key));
  const fresh: Kept[] = [];
  for (const call of came) {
    const key = keyOf(call);
    if (!known.has(key)) {
      known.add(key);
      fresh.push({ key, call });
    }
  }
  return fresh.length === 0 ? before : [...fresh.reverse(), ...before].slice(0, most);
}
