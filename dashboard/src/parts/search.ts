/** Whether one of some texts contains the searched one, in any case. An empty search finds all. */
export function matches(search: string, ...texts: (string | undefined)[]): boolean {
  const wanted = search.trim().toLowerCase();
  return wanted === "" || texts.some((text) => text?.toLowerCase().includes(wanted));
}
