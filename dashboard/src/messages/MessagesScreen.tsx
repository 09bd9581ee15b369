import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { findById, findByUser } from "../api/messages";
import { EmptyState } from "../parts/EmptyState";
import { Screen } from "../parts/Screen";
import { Found } from "./Found";
import { SearchForm } from "./SearchForm";

/** Looks up messages by their id or by their user, and shows what became of each. */
export function MessagesScreen() {
  const [parameters, setParameters] = useSearchParams();
  const messageId = parameters.get("messageId") ?? "";
  const userId = parameters.get("userId") ?? "";
  const asked = messageId !== "" || userId !== "";
  const found = useInfiniteQuery({
    queryKey: ["messages", messageId, userId],
    queryFn: ({ signal, pageParam }) =>
      messageId !== ""
        ? findById(messageId, signal)
        : findByUser(userId, pageParam || undefined, signal),
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
      {asked ? (
        <Found query={found} />
      ) : (
        <EmptyState title="Find a message">
          <p>
            Type the id of a message, as your program sent it or as the live view shows it, or the
            id of a user. You see each message that the log still holds, and its delivery status for
            each destination.
          </p>
        </EmptyState>
      )}
    </Screen>
  );
}
