import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Preview } from "../api/computations";
import type { Kind } from "./kinds";

/** How long nothing may be typed before the service is asked. */
const PAUSE_MILLIS = 400;

function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/**
 * What a definition would give now, asked anew when a person pauses. Without a definition nothing is
 * asked. What the service says is wrong with it comes as the error.
 */
export function usePreview<D>(
  { api, place }: Kind<D>,
  definition: D | undefined,
): UseQueryResult<Preview> {
  const text = definition === undefined ? undefined : JSON.stringify(definition);
  const settled = useSettled(text);
  return useQuery({
    queryKey: ["preview", place, settled],
    queryFn: ({ signal }) => api.preview(JSON.parse(settled ?? "null"), signal),
    enabled: settled !== undefined && settled === text,
    retry: false,
    staleTime: 10_000,
  });
}
