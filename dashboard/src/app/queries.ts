import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiError, UnreachableError } from "../api/client";

export const SESSION = ["session"];

/** Whether to retry: after no response or a server error. */
function shouldRetry(tries: number, error: unknown): boolean {
  const temporary =
    error instanceof UnreachableError || (error instanceof ApiError && error.status >= 500);
  return temporary && tries < 2;
}

/** The query cache. A 401 response ends the session. */
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
      queries: {
        retry: shouldRetry,
        staleTime: 2_000,
        placeholderData: (before: unknown) => before,
      },
      mutations: { retry: false },
    },
  });
  return queries;
}
