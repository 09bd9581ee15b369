import { ComputationsScreen } from "./ComputationsScreen";
import { AUDIENCES, COMPUTED_TRAITS } from "./kinds";

export const AudiencesScreen = () => <ComputationsScreen kind={AUDIENCES} />;
export const ComputedTraitsScreen = () => <ComputationsScreen kind={COMPUTED_TRAITS} />;
