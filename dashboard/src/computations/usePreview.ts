import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Preview } from "../api/computations";
import type { Kind } from "./kinds";

/** The pause in typing before a request. */
const PAUSE_MILLIS = 400;

function useDebounced<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * The preview of a definition, requested after a pause in typing. Without a definition there is no
 * request. Errors in the definition arrive as the query's error.
 */
export function usePreview<D>(
  { api, place }: Kind<D>,
  definition: D | undefined,
): UseQueryResult<Preview> {
  const text = definition === undefined ? undefined : JSON.stringify(definition);
  const settled = useDebounced(text);
  return useQuery({
    queryKey: ["preview", place, settled],
    queryFn: ({ signal }) => api.preview(JSON.parse(settled ?? "null"), signal),
    enabled: settled !== undefined && settled === text,
    retry: false,
    staleTime: 10_000,
  });
}
