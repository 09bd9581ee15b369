import { ComputationScreen } from "./ComputationScreen";
import { AUDIENCE_EDITING, TRAIT_EDITING } from "./editings";
import { NewComputationScreen } from "./NewComputationScreen";

export const NewAudienceScreen = () => <NewComputationScreen editing={AUDIENCE_EDITING} />;
export const AudienceScreen = () => <ComputationScreen editing={AUDIENCE_EDITING} />;
export const NewComputedTraitScreen = () => <NewComputationScreen editing={TRAIT_EDITING} />;
export const ComputedTraitScreen = () => <ComputationScreen editing={TRAIT_EDITING} />;
