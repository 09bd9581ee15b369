import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ErrorNote } from "./ErrorNote";
import styles from "./parts.module.css";

/** A placeholder while loading. Shown with a delay, so that fast responses do not flicker. */
export function Loading({ lines = 3 }: { lines?: number }) {
  return (
    <div className={styles.loading} role="status" aria-label="Loading" aria-busy="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical
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

/** The result of a query, or a placeholder while it loads, or its error. */
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
