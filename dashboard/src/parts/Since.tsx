import { Time } from "./Time";

interface Props {
  /** Absent if nothing is known yet. */
  at: string | undefined;
  what?: string;
}

/** Since when a page knows all that it shows. */
export function Since({ at, what = "Recorded" }: Props) {
  return at ? (
    <>
      {what} since <Time at={at} />.
    </>
  ) : (
    "Nothing is recorded yet."
  );
}
