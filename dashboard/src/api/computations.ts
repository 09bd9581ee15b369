import type {
  Audience,
  AudienceChange,
  AudiencePreview,
  ComputedTraitMember,
  ComputedTraitPreview,
  Condition,
  CountOperator,
  Sizes,
  TraitDefinition,
} from "../../generated/openapi";
import { api, type Page, path, readAll } from "./client";

export type {
  Audience,
  ComputedTrait,
  Condition,
  CountOperator,
  PropertyCondition,
  Size,
  TraitDefinition,
} from "../../generated/openapi";
export {
  computationStatusValues as STATUSES,
  traitDefinitionKindValues as AGGREGATES,
} from "../../generated/openapi";

/** In the order of the editor. */
export const COUNT_OPERATORS = [
  "at_least",
  "at_most",
  "equals",
  "not_equals",
  "greater_than",
  "less_than",
] as const satisfies CountOperator[];

export type Aggregate = TraitDefinition["kind"];

/** The part that event counts and computed traits share: the selected events. */
export type EventSelection = Pick<TraitDefinition, "event" | "where" | "within">;

/** An audience or a computed trait: the two differ only in their definition. */
export type Computation<D> = Omit<Audience, "definition"> & { definition: D };

export type ComputationChange<D> = Omit<AudienceChange, "definition"> & { definition?: D };

export type Preview = AudiencePreview | ComputedTraitPreview;

/** A user in an audience, or with a value of a computed trait. */
export type Member = Omit<ComputedTraitMember, "value"> & Partial<ComputedTraitMember>;

/** The operations of one of the two kinds; they differ only in their path. */
function computationsAt<D>(place: "/audiences" | "/computed-traits") {
  const of = (id: string) => place + path`/${id}`;
  return {
    list: (signal?: AbortSignal) => readAll<Computation<D>>(place, signal),
    read: (id: string, signal?: AbortSignal) => api.read<Computation<D>>(of(id), {}, signal),
    create: (created: ComputationChange<D>) => api.create<Computation<D>>(place, created),
    change: (id: string, change: ComputationChange<D>) =>
      api.change<Computation<D>>(of(id), change),
    remove: (id: string) => api.remove(of(id)),
    sync: (id: string) => api.create<Computation<D>>(`${of(id)}/sync`),
    preview: (definition: D, signal?: AbortSignal) =>
      api.create<Preview>(`${place}/preview`, { definition }, signal),
    members: (id: string, query: { cursor?: string; search?: string }, signal?: AbortSignal) =>
      api.read<Page<Member>>(`${of(id)}/members`, { limit: 50, ...query }, signal),
    membersOf: (id: string) => `${of(id)}/members`,
    sizes: (id: string, range: { from: string; to: string }, signal?: AbortSignal) =>
      api.read<Sizes>(`${of(id)}/sizes`, range, signal),
  };
}

export type Computations<D> = ReturnType<typeof computationsAt<D>>;

export const audiences = computationsAt<Condition>("/audiences");
export const computedTraits = computationsAt<TraitDefinition>("/computed-traits");
