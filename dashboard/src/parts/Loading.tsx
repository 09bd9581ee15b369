import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "./ErrorNote";
import styles from "./parts.module.css";

/** Grey lines where something will be. Shown late, so that fast answers do not flicker. */
export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.loading} role="status" aria-label="Loading" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <span key={line} />
      ))}
    </div>
  );
}

interface Props<T> {
  query: UseQueryResult<T>;
  what: string;
  children: (data: T) => ReactNode;
}

/** What a query brought; until then that it loads, or why it did not. */
export function Loaded<T>({ query, what, children }: Props<T>) {
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <ErrorNote error={query.error} what="This data is out of date." />}
        {children(query.data)}
      </>
    );
  }
  if (query.isError) {
    return <ErrorNote error={query.error} what={what} retry={() => query.refetch()} />;
  }
  return <Loading />;
}
