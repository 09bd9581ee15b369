import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, UnreachableError } from "../api/client";

export const SESSION = ["session"];

/** Whether asking again may help: nobody answered, or the service was out of order. */
function mayHelp(tries: number, error: unknown): boolean {
  const passing =
    error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);
  return passing && tries < 2;
}

/** What is known of the service. A 401 to anything means that the session is over. */
export function createQueries(): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) {
      queries.setQueryData(SESSION, null);
    }
  };
  const queries: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: mayHelp, staleTime: 2_000, placeholderData: (before: unknown) => before },
      mutations: { retry: false },
    },
  });
  return queries;
}
