import { windowWords } from "../conditions/window";

/** The sync intervals. */

const OFFERED = ["15m", "30m", "1h", "3h", "6h", "12h", "1d", "7d", "30d"];

export const syncWords = (sync: string) =>
  sync === "realtime" ? "in real time" : `every ${windowWords(sync)}`;

/** The choices, including the current interval. */
export const syncChoices = (now: string) =>
  ["realtime", ...OFFERED, ...(now === "realtime" || OFFERED.includes(now) ? [] : [now])].map(
    (value) => ({
      value,
      label: value === "realtime" ? "Real time" : `Every ${windowWords(value)}`,
    }),
  );
