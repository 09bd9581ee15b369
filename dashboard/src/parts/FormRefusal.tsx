import { ApiError } from "../api/client";
import { ErrorNote } from "./ErrorNote";

interface Props {
  refusal: unknown;
  /** Starts of the names of fields that show their problems themselves. */
  shown: string[];
}

/** Why a form was not taken; problems that a field shows itself are not repeated. */
export function FormRefusal({ refusal, shown }: Props) {
  if (refusal === undefined) {
    return null;
  }
  if (refusal instanceof ApiError && refusal.problem.errors) {
    const others = refusal.problem.errors.filter(
      ({ field }) => field === "" || !shown.some((start) => field.startsWith(start)),
    );
    const problem = { ...refusal.problem, errors: others };
    return <ErrorNote what="Not saved." error={new ApiError(problem)} />;
  }
  return <ErrorNote what="Not saved." error={refusal} />;
}
