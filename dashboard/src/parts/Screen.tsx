import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import styles from "./parts.module.css";

interface Props {
  title: string;
  /** The parent screen. */
  up?: { to: string; name: string };
  /** Beside the title: a state, an ID. */
  beside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The last path whose heading got the focus; the first page keeps the browser's focus. */
let announced: string | undefined;

/**
 * A screen with its heading. The heading gets the focus on navigation, so that screen readers
 * announce it.
 */
export function Screen({ title, up, beside, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const place = useLocation().pathname.split("/").slice(0, 3).join("/");
  useEffect(() => {
    document.title = `${title} · Postrider`;
  }, [title]);
  useEffect(() => {
    if (announced !== undefined && announced !== place) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    announced = place;
  }, [place]);
  return (
    <>
      <header className={styles.screenHead}>
        <div>
          {up && (
            <Link className={styles.up} to={up.to}>
              {up.name}
            </Link>
          )}
          <div className={styles.titleLine}>
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {beside}
          </div>
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </>
  );
}
