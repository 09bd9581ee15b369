import type {
  Computation,
  ComputationChange,
  Condition,
  TraitDefinition,
} from "../api/computations";
import {
  conditionOf,
  emptyGroup,
  emptyValue,
  type GroupDraft,
  groupOf,
  traitDefinitionOf,
  type ValueDraft,
  valueDraftOf,
} from "../conditions/draft";
import { parseGroup, parseTrait } from "../conditions/parse";
import { type Findings, groupFindings, valueFindings } from "../conditions/problems";
import type { Problems } from "../parts/useFields";
import { nameProblem } from "../parts/validation";
import { keyOf } from "./names";

/** The form values of an audience or a computed trait. */
export interface ComputationValues<E> {
  name: string;
  destinations: string[];
  sync: string;
  draft: E;
  /** The definition as JSON while it is edited as JSON; then the draft is the last valid one. */
  json?: { text: string; problem?: string } | undefined;
}

/** Converts definitions to drafts and back. */
export interface Drafting<D, E> {
  empty: () => E;
  draftOf: (definition: D) => E;
  definitionOf: (draft: E) => D;
  /** Parses a text to a draft; throws InvalidDefinitionError. */
  read: (text: string) => E;
  findings: (draft: E) => Findings;
}

export const AUDIENCE_DRAFTING: Drafting<Condition, GroupDraft> = {
  empty: emptyGroup,
  draftOf: groupOf,
  definitionOf: conditionOf,
  read: parseGroup,
  findings: groupFindings,
};

export const TRAIT_DRAFTING: Drafting<TraitDefinition, ValueDraft> = {
  empty: emptyValue,
  draftOf: valueDraftOf,
  definitionOf: traitDefinitionOf,
  read: parseTrait,
  findings: valueFindings,
};

export const emptyValues = <D, E>({ empty }: Drafting<D, E>): ComputationValues<E> => ({
  name: "",
  destinations: [],
  sync: "realtime",
  draft: empty(),
});

export const valuesOf = <D, E>(
  { name, destinations, sync, definition }: Computation<D>,
  { draftOf }: Drafting<D, E>,
): ComputationValues<E> => ({ name, destinations, sync, draft: draftOf(definition) });

export const creationOf = <D, E>(
  { name, destinations, sync, draft }: ComputationValues<E>,
  { definitionOf }: Drafting<D, E>,
): ComputationChange<D> => ({ name, destinations, sync, definition: definitionOf(draft) });

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The changed fields only: an unchanged definition would cause a recomputation. */
export function changeOf<D, E>(
  values: ComputationValues<E>,
  before: Computation<D>,
  drafting: Drafting<D, E>,
): ComputationChange<D> {
  const wanted = creationOf(values, drafting);
  const there = creationOf(valuesOf(before, drafting), drafting);
  return {
    ...(wanted.name !== there.name && { name: wanted.name }),
    ...(!same(wanted.destinations, there.destinations) && { destinations: wanted.destinations }),
    ...(wanted.sync !== there.sync && { sync: wanted.sync }),
    ...(!same(wanted.definition, there.definition) && { definition: wanted.definition }),
  };
}

export function validate<D, E>(
  { name, draft, json }: ComputationValues<E>,
  { findings }: Drafting<D, E>,
): Problems {
  const { missing, wrong } = findings(draft);
  const naming =
    nameProblem(name) ?? (keyOf(name) === "" ? "Needs a letter or a digit for its key" : undefined);
  return {
    ...(naming && { name: naming }),
    ...(json?.problem ? { "definition.json": json.problem } : { ...missing, ...wrong }),
  };
}
