import { ApiError } from "../api/client";
import { ErrorNote } from "./ErrorNote";

interface Props {
  saveError: unknown;
  /** Prefixes of fields that show their own errors. */
  shown: string[];
}

/** Why a form was not saved, without errors that a field shows itself. */
export function FormError({ saveError, shown }: Props) {
  if (saveError === undefined) {
    return null;
  }
  if (saveError instanceof ApiError && saveError.problem.errors) {
    const others = saveError.problem.errors.filter(
      ({ field }) => field === "" || !shown.some((start) => field.startsWith(start)),
    );
    const problem = { ...saveError.problem, errors: others };
    return <ErrorNote what="Not saved." error={new ApiError(problem)} />;
  }
  return <ErrorNote what="Not saved." error={saveError} />;
}
