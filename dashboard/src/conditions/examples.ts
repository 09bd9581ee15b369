import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { audiences, computedTraits } from "../api/computations";
import {
  type KnownValues,
  listProfileEvents,
  listRecentProfiles,
  MASK,
  readProfile,
} from "../api/profiles";
import { readSchema } from "../api/schema";
import { listSources } from "../api/sources";
import type { Editing } from "./editing";

/** The event names of page and screen calls. */
const VIEWS = ["Page Viewed", "Screen Viewed"];

/** The amount of data that suggestions are taken from. */
const MAX_SOURCES = 20;
const MAX_PEOPLE = 5;
const EVENTS_OF_EACH = 50;

const STALE_MILLIS = 60_000;

/** Suggestions of names; optional for the editor. */
export function useExamples(): Omit<Editing, "problems"> {
  const events = useQuery({
    queryKey: ["event-names"],
    queryFn: ({ signal }) => eventNames(signal),
    staleTime: STALE_MILLIS,
    retry: false,
  });
  const people = useQuery({
    queryKey: ["example-people"],
    queryFn: ({ signal }) => examples(signal),
    staleTime: STALE_MILLIS,
    retry: false,
  });
  const others = useQuery({
    queryKey: ["audiences"],
    queryFn: ({ signal }) => audiences.list(signal),
    retry: false,
  });
  const traits = useQuery({
    queryKey: ["computed-traits"],
    queryFn: ({ signal }) => computedTraits.list(signal),
    retry: false,
  });
  return useMemo(
    () => ({
      events: events.data ?? VIEWS,
      traits: unique([
        ...(traits.data ?? []).map(({ key }) => key),
        ...(people.data?.traits ?? []),
      ]),
      propertiesOf: (event) => people.data?.properties.get(event) ?? [],
      audiences: others.data ?? [],
    }),
    [events.data, people.data, others.data, traits.data],
  );
}

const unique = (names: string[]) => [...new Set(names)];

/** The names of track events, most frequent first. */
async function eventNames(signal: AbortSignal): Promise<string[]> {
  const sources = (await listSources(signal)).slice(0, MAX_SOURCES);
  const pages = await Promise.all(
    sources.map(({ id }) => readSchema(id, { limit: 200 }, signal).catch(() => ({ data: [] }))),
  );
  const seen = pages
    .flatMap(({ data }) => data)
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .map(({ event }) => event);
  return unique([...seen, ...VIEWS]);
}

interface Examples {
  traits: string[];
  /** Property names by event. */
  properties: Map<string, string[]>;
}

/** Names from the profiles of recently seen people. */
async function examples(signal: AbortSignal): Promise<Examples> {
  const { data } = await listRecentProfiles(MAX_PEOPLE, signal);
  const people = await Promise.all(
    data.map(async ({ userId }) => ({
      profile: await readProfile(userId, signal),
      events: await listProfileEvents(userId, { limit: EVENTS_OF_EACH }, signal),
    })),
  );
  const properties = new Map<string, string[]>();
  for (const { event, properties: values } of people.flatMap(({ events }) => events.data)) {
    properties.set(event, unique([...(properties.get(event) ?? []), ...paths(values)]));
  }
  return { traits: unique(people.flatMap(({ profile }) => names(profile.traits))), properties };
}

const names = (values: KnownValues) => (values === MASK ? [] : Object.keys(values));

/** The paths to values, one level into objects. */
function paths(values: KnownValues): string[] {
  const written = (key: string) => key.replaceAll(/[\\.]/g, "\\$&");
  return values === MASK
    ? []
    : Object.entries(values).flatMap(([key, value]) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.keys(value).map((inner) => `${written(key)}.${written(inner)}`)
          : [written(key)],
      );
}
