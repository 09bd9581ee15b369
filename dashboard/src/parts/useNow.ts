import { useEffect, useState } from "react";

/** The current time, updated at an interval. */
export function useNow(everyMillis = 10_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMillis);
    return () => clearInterval(timer);
  }, [everyMillis]);
  return now;
}
