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
 * The differences between audiences and computed traits where both are displayed: texts, paths, and
 * the definition in words. The differences in editing are in the forms.
 */
export interface Kind<D> {
  api: Computations<D>;
  /** The query key and the path segment: "audiences". */
  place: "audiences" | "computed-traits";
  title: string;
  one: string;
  many: string;
  create: string;
  /** An explanation for the empty list. */
  is: string;
  /** The label of its size. */
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
  is: "An audience is the set of people that match conditions on events and traits, for example: three purchases this month. It is updated as messages arrive. The destinations you select receive a message for each person who enters or leaves.",
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
  is: "A computed trait is a value per person, computed from their events, for example: the total spent, or the last purchase. It is updated as messages arrive. The destinations you select receive each change, and audiences can use it.",
  size: "People with a value",
  valued: true,
  Words: TraitWords,
};
