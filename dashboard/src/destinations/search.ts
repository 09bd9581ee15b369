import type { Destination } from "../api/destinations";

/** Those whose name, URL or id has the text in it, in the state that is wanted. */
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
