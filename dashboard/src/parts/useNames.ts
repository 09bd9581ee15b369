import { useQuery } from "@tanstack/react-query";
import { listDestinations } from "../api/destinations";
import { listSources } from "../api/sources";

/** The names of sources and destinations by ID. */
export function useNames(): ReadonlyMap<string, string> {
  const sources = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  const destinations = useQuery({
    queryKey: ["destinations"],
    queryFn: ({ signal }) => listDestinations(signal),
  });
  return new Map(
    [...(sources.data ?? []), ...(destinations.data ?? [])].map(({ id, name }) => [id, name]),
  );
}
