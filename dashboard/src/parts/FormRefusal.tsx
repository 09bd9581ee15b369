import { ApiError } from "../api/client";
import { ErrorNote } from "./ErrorNote";

interface Props {
  refusal: unknown;
  /** Prefixes of fields that show their own errors. */
  shown: string[];
}

/** Why a form was not saved, without errors that a field shows itself. */
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
