import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import styles from "./parts.module.css";

const SHOWN_MILLIS = 5_000;

const NotifyContext = createContext<(text: string) => void>(() => {});

/** Shows a short notice at the bottom of the page and to screen readers. */
export const useNotify = () => useContext(NotifyContext);

export function Notices({ children }: { children: ReactNode }) {
  const [notice, setNotice] = useState<{ text: string; number: number }>();
  const notify = useCallback(
    (text: string) => setNotice((before) => ({ text, number: (before?.number ?? 0) + 1 })),
    [],
  );
  useEffect(() => {
    if (notice === undefined) {
      return undefined;
    }
    const timer = setTimeout(() => setNotice(undefined), SHOWN_MILLIS);
    return () => clearTimeout(timer);
  }, [notice]);
  return (
    <NotifyContext value={notify}>
      {children}
      <div role="status" className={styles.notices}>
        {notice && <p key={notice.number}>{notice.text}</p>}
      </div>
    </NotifyContext>
  );
}
