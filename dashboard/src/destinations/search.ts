import type { Destination } from "../api/destinations";
import { matches } from "../parts/search";

/** The destinations whose name, URL or ID contains a text, in a state. */
export function matching(all: Destination[], search: string, state: string): Destination[] {
  return all.filter(
    (destination) =>
      (state === "" || destination.state === state) &&
      matches(
        search,
        destination.name,
        destination.id,
        ...destination.settings.webhooks.map(({ url }) => url),
      ),
  );
}
