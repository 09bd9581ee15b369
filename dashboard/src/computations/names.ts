/**
 * The key for a name: lower-case words joined by _. The service decides the key; this shows it
 * while the name is typed.
 */
export function keyOf(name: string): string {
  return name
    .normalize("NFC")
    .replaceAll(/(\p{Ll})(?=\p{Lu}|\p{Lt})/gu, "$1 ")
    .split(/[^\p{L}\p{Nd}\p{M}]+/u)
    .filter((word) => word !== "")
    .join("_")
    .toLowerCase();
}
