import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { FoundPage } from "../api/messages";
import { LedgerNote } from "../ledger/LedgerNote";
import { EmptyState } from "../parts/EmptyState";
import { ErrorNote } from "../parts/ErrorNote";
import { Loading } from "../parts/Loading";
import { Time } from "../parts/Time";
import { useNames } from "../parts/useNames";
import { MessageCard } from "./MessageCard";

interface Props {
  query: UseInfiniteQueryResult<{ pages: FoundPage[] }>;
}

/** The found messages, and how far back the search went. */
export function FoundMessages({ query }: Props) {
  const names = useNames();
  if (query.isPending) {
    return <Loading />;
  }
  if (query.isError && !query.data) {
    return (
      <ErrorNote
        error={query.error}
        what="Cannot search the messages."
        retry={() => query.refetch()}
      />
    );
  }
  const pages = query.data?.pages ?? [];
  const messages = pages.flatMap((page) => page.data);
  const searchedTo = pages.at(-1)?.searchedTo;
  const ledger = pages[0]?.ledger;
  return (
    <>
      <p className="muted small" role="status">
        {messages.length === 1 ? "1 message" : `${messages.length} messages`}
        {searchedTo && (
          <>
            , searched back to <Time at={searchedTo} />
          </>
        )}
      </p>
      {messages.length === 0 && !query.hasNextPage && (
        <EmptyState title="No messages found">
          <p>
            Check the spelling. The search covers the messages that are still in the log. The live
            view of a source shows rejected calls.
          </p>
        </EmptyState>
      )}
      <div className="stack">
        {messages.map((message) => (
          <MessageCard
            key={`${message.partition} ${message.offset}`}
            message={message}
            names={names}
          />
        ))}
      </div>
      {ledger && <LedgerNote ledger={ledger} />}
      {query.hasNextPage && (
        <div className="row" style={{ marginTop: "1rem" }}>
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Search further back
          </Button>
        </div>
      )}
    </>
  );
}
