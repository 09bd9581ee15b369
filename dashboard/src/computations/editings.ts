import type { Condition, TraitDefinition } from "../api/computations";
import { AudienceEditor } from "../conditions/AudienceEditor";
import type { GroupDraft, ValueDraft } from "../conditions/draft";
import { TraitEditor } from "../conditions/TraitEditor";
import type { Editing } from "./ComputationForm";
import { AUDIENCE_DRAFTING, TRAIT_DRAFTING } from "./form";
import { AUDIENCES, COMPUTED_TRAITS } from "./kinds";

export const AUDIENCE_EDITING: Editing<Condition, GroupDraft> = {
  kind: AUDIENCES,
  drafting: AUDIENCE_DRAFTING,
  Editor: AudienceEditor,
  question: "Membership",
  example: "Big spenders",
};

export const TRAIT_EDITING: Editing<TraitDefinition, ValueDraft> = {
  kind: COMPUTED_TRAITS,
  drafting: TRAIT_DRAFTING,
  Editor: TraitEditor,
  question: "Value definition",
  example: "Total spent",
};
