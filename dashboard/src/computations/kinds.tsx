import type { ComponentType } from "react";
import {
  audiences,
  type Computations,
  type Condition,
  computedTraits,
  type TraitDefinition,
} from "../api/computations";
import { ConditionWords, TraitWords } from "../conditions/DefinitionWords";

/**
 * What tells audiences from computed traits where both are looked at: their words, their place, and
 * how a definition is said. How one is edited is in the forms.
 */
export interface Kind<D> {
  api: Computations<D>;
  /** The name of what is known of them, and of their place: "audiences". */
  place: "audiences" | "computed-traits";
  title: string;
  one: string;
  many: string;
  create: string;
  /** An explanation for the empty list. */
  is: string;
  /** What its size counts. */
  size: string;
  /** Whether each person in it has a value. */
  valued: boolean;
  Words: ComponentType<{ definition: D }>;
}

export const AUDIENCES: Kind<Condition> = {
  api: audiences,
  place: "audiences",
  title: "Audiences",
  one: "audience",
  many: "audiences",
  create: "Create audience",
  is: "An audience is everybody who did something, or of whom something is known: those who bought three times this month, say. It is kept as messages come, and each person who enters or leaves is told to the destinations you choose.",
  size: "Members",
  valued: false,
  Words: ConditionWords,
};

export const COMPUTED_TRAITS: Kind<TraitDefinition> = {
  api: computedTraits,
  place: "computed-traits",
  title: "Computed traits",
  one: "computed trait",
  many: "computed traits",
  create: "Create computed trait",
  is: "A computed trait is a value of each person, worked out from what they did: how much they spent, say, or what they bought last. It is kept as messages come, is told to the destinations you choose, and audiences can ask for it.",
  size: "People with a value",
  valued: true,
  Words: TraitWords,
};
