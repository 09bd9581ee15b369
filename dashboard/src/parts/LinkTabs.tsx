import { NavLink } from "react-router";
import styles from "./parts.module.css";

interface Props {
  label: string;
  tabs: { to: string; name: string; end?: boolean; count?: number }[];
}

/** Tabs that are links, so that each has an address of its own. */
export function LinkTabs({ label, tabs }: Props) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end ?? false}>
          {tab.name}
        </NavLink>
      ))}
    </nav>
  );
}
