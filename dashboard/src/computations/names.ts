/**
 * The key that receivers will know something of this name as: words in small letters with _ between.
 * The service decides; this shows it while the name is typed.
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
