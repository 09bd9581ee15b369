import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, UnreachableError } from "../api/client";

export const SESSION = ["session"];

/** Whether a retry may help: no answer, or a server error. */
function mayHelp(tries: number, error: unknown): boolean {
  const passing =
    error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);
  return passing && tries < 2;
}

/** The query cache. A 401 answer ends the session. */
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
