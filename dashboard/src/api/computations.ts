import { api, type Page, path, readAll } from "./client";
import type { Operator } from "./filters";

/** Audiences and computed traits, as the service keeps them. */

export const COUNT_OPERATORS = [
  "at_least",
  "at_most",
  "equals",
  "not_equals",
  "greater_than",
  "less_than",
] as const satisfies Operator[];
export type CountOperator = (typeof COUNT_OPERATORS)[number];

export interface PropertyCondition {
  property: string;
  op: Operator;
  value?: unknown;
}

export interface CountedEvent {
  event: string;
  where?: PropertyCondition[];
  within?: string;
}

export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { trait: string; op: Operator; value?: unknown }
  | (CountedEvent & { count: { op: CountOperator; value: number } })
  | { audience: string };

export const AGGREGATES = [
  "event_count",
  "sum",
  "average",
  "min",
  "max",
  "most_frequent",
  "first",
  "last",
  "unique_list",
  "unique_count",
] as const;
export type Aggregate = (typeof AGGREGATES)[number];

export interface TraitDefinition extends CountedEvent {
  kind: Aggregate;
  property?: string;
}

export const STATUSES = ["live", "computing", "paused", "failed"] as const;
export type Status = (typeof STATUSES)[number];

export interface Computation<D> {
  id: string;
  key: string;
  name: string;
  enabled: boolean;
  destinations: string[];
  definition: D;
  /** "realtime", or the time between syncs such as "15m". */
  sync: string;
  status: Status;
  /** How many people; left out by a node that does not know. */
  size?: number;
  /** How far computing has come, from 0 to 1; only while it goes on. */
  progress?: number;
  lastSyncAt?: string;
  nextSyncAt?: string;
  error?: string;
  createdAt: string;
  updatedAt: string;
  declaredAs?: string;
}

export type Audience = Computation<Condition>;
export type ComputedTrait = Computation<TraitDefinition>;

export interface ComputationChange<D> {
  name?: string;
  enabled?: boolean;
  destinations?: string[];
  definition?: D;
  sync?: string;
}

/** One of those that a definition holds for; with the value, if it is a computed trait. */
export interface Sampled {
  userId: string;
  value?: unknown;
}

export interface Preview {
  size: number;
  sample: (string | Sampled)[];
  ofProfiles: number;
  /** Whether the size was counted and not estimated. */
  exact: boolean;
}

export interface Member extends Sampled {
  since: string;
}

export interface Size {
  at: string;
  size: number;
}

/** The operations of one of the two kinds, which differ in their place alone. */
function computationsAt<D>(place: "/audiences" | "/computed-traits") {
  const of = (id: string) => place + path`/${id}`;
  return {
    list: (signal?: AbortSignal) => readAll<Computation<D>>(place, signal),
    read: (id: string, signal?: AbortSignal) => api.read<Computation<D>>(of(id), {}, signal),
    create: (made: ComputationChange<D>) => api.create<Computation<D>>(place, made),
    change: (id: string, change: ComputationChange<D>) =>
      api.change<Computation<D>>(of(id), change),
    remove: (id: string) => api.remove(of(id)),
    sync: (id: string) => api.create<Computation<D>>(`${of(id)}/sync`),
    preview: (definition: D, signal?: AbortSignal) =>
      api.create<Preview>(`${place}/preview`, { definition }, signal),
    members: (id: string, cursor?: string, signal?: AbortSignal) =>
      api.read<Page<Member>>(`${of(id)}/members`, { limit: 50, cursor }, signal),
    sizes: (id: string, stretch: { from: string; to: string }, signal?: AbortSignal) =>
      api.read<{ data: Size[] }>(`${of(id)}/sizes`, stretch, signal),
  };
}

export type Computations<D> = ReturnType<typeof computationsAt<D>>;

export const audiences = computationsAt<Condition>("/audiences");
export const computedTraits = computationsAt<TraitDefinition>("/computed-traits");
