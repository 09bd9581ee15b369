import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import styles from "./parts.module.css";

const LASTS_MILLIS = 5_000;

const Tell = createContext<(text: string) => void>(() => {});

/** Says what has just been done, at the foot of the page and to screen readers. */
export const useTell = () => useContext(Tell);

export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<{ text: string; number: number }>();
  const tell = useCallback(
    (text: string) => setNotice((before) => ({ text, number: (before?.number ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    if (notice === undefined) {
      return undefined;
    }
    const timer = setTimeout(() => setNotice(undefined), LASTS_MILLIS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <Tell value={tell}>
      {children}
      <div role="status" className={styles.notices}>
        {notice && <p key={notice.number}>{notice.text}</p>}
      </div>
    </Tell>
  );
}
