import { NavLink } from "react-router";
import styles from "./parts.module.css";
import { useCurrentInView } from "./useCurrentInView";

interface Props {
  label: string;
  tabs: { to: string; name: string; end?: boolean; count?: number }[];
}

/** Tabs as links, so that each has its own URL. */
export function LinkTabs({ label, tabs }: Props) {
  const place = useCurrentInView();
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
