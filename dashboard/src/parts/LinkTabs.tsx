import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import styles from "./parts.module.css";

interface Props {
  label: string;
  tabs: { to: string; name: string; end?: boolean; count?: number }[];
}

/** Tabs as links, so that each has its own URL. */
export function LinkTabs({ label, tabs }: Props) {
  const place = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the selected tab
  useEffect(() => {
    const tab = place.current?.querySelector<HTMLElement>("[aria-current]");
    if (place.current && tab) {
      place.current.scrollLeft = tab.offsetLeft - place.current.offsetLeft - tab.offsetWidth;
    }
  }, [pathname]);
  return (
    <nav ref={place} className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? false}>
          {tab.name}
        </NavLink>
      ))}
    </nav>
  );
}
