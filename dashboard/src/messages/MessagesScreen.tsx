import { TextInput } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { findById, findByUser } from "../api/messages";
import { EmptyState } from "../parts/EmptyState";
import { ExportButtons } from "../parts/ExportButtons";
import { Screen } from "../parts/Screen";
import { useParam } from "../parts/useParam";
import { FoundMessages } from "./FoundMessages";
import { SearchForm } from "./SearchForm";

/** Finds messages by message ID or user ID, with their deliveries. */
export function MessagesScreen() {
  const [parameters, setParameters] = useSearchParams();
  const messageId = parameters.get("messageId") ?? "";
  const userId = parameters.get("userId") ?? "";
  const [search, setSearch] = useParam("search");
  const asked = messageId !== "" || userId !== "";
  const found = useInfiniteQuery({
    queryKey: ["messages", messageId, userId, search],
    queryFn: ({ signal, pageParam }) =>
      messageId !== ""
        ? findById(messageId, signal)
        : findByUser(userId, { search, cursor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: asked,
    placeholderData: undefined,
  });
  return (
    <Screen title="Messages">
      <SearchForm
        key={`${messageId} ${userId}`}
        by={userId !== "" ? "userId" : "messageId"}
        text={messageId || userId}
        busy={found.isFetching}
        onSearch={(by, text) => {
          setParameters({ [by]: text });
          if (text === messageId || text === userId) {
            found.refetch();
          }
        }}
      />
      {userId !== "" && (
        <search className="bar">
          <TextInput
            className="grow"
            type="search"
            label="Messages that contain"
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <ExportButtons list="/messages" query={{ userId, search }} file="messages" />
        </search>
      )}
      {asked ? (
        <FoundMessages query={found} />
      ) : (
        <EmptyState title="Find a message">
          <p>
            Enter a message ID, as your program sent it or as the live view shows it, or a user ID.
            The result shows each message that is still in the log, with its delivery status for
            each destination.
          </p>
        </EmptyState>
      )}
    </Screen>
  );
}
