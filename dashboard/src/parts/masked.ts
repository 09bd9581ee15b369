/** Whether the service shows only the beginning of a value, as it does to viewers. */
export const isMasked = (value: string) => value.endsWith("…");
