import type { Destination } from "../api/destinations";

/** The destinations whose name, URL or ID contains a text, in a state. */
export function matching(all: Destination[], search: string, state: string): Destination[] {
  const wanted = search.trim().toLowerCase();
  return all.filter(
    (destination) =>
      (state === "" || destination.state === state) &&
      (wanted === "" ||
        destination.name.toLowerCase().includes(wanted) ||
        destination.id === wanted ||
        destination.settings.webhooks.some(({ url }) => url.toLowerCase().includes(wanted))),
  );
}
