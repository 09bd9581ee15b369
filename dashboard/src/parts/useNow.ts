import { useEffect, useState } from "react";

/** The time, looked at anew every so often. */
export function useNow(everyMillis = 10_000): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), everyMillis);
    return () => clearInterval(timer);
  }, [everyMillis]);
  return now;
}
