import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { NavLink } from "react-router";
import { signOut } from "../api/session";
import { useCurrentInView } from "../parts/useCurrentInView";
import styles from "./frame.module.css";
import { Logo } from "./Logo";
import { SESSION } from "./queries";
import { SchemeSwitch } from "./SchemeSwitch";
import { useSession } from "./session";

const NAV_ITEMS = [
  { to: "/", name: "Overview" },
  { to: "/sources", name: "Sources" },
  { to: "/destinations", name: "Destinations" },
  { to: "/audiences", name: "Audiences" },
  { to: "/computed-traits", name: "Traits" },
  { to: "/profiles", name: "Profiles" },
  { to: "/messages", name: "Messages" },
  { to: "/deliveries", name: "Deliveries" },
  { to: "/usage", name: "Usage" },
  { to: "/privacy", name: "Privacy" },
  { to: "/settings", name: "Settings" },
];

/** The frame of every page: brand, navigation, session. */
export function Frame({ children }: { children: ReactNode }) {
  const row = useCurrentInView();
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.side}>
        <NavLink to="/" className={styles.brand} aria-label="Postrider, overview">
          <Logo />
          <span>Postrider</span>
        </NavLink>
        <nav ref={row} className={styles.navigation} aria-label="Main">
          {NAV_ITEMS.map((item) => (
            <NavLink key={item.to} to={item.to} end={item.to === "/"}>
              {item.name}
            </NavLink>
          ))}
        </nav>
        <SessionBox />
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

function SessionBox() {
  const session = useSession();
  const queries = useQueryClient();
  const signingOut = useMutation({
    mutationFn: signOut,
    onSettled: () => {
      queries.setQueryData(SESSION, null);
      queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
    },
  });
  return (
    <div className={styles.session}>
      <a className={styles.docs} href="/docs/">
        Documentation
      </a>
      <p>
        <b>{session.name}</b>
        <span>{session.role}</span>
      </p>
      <div className={styles.sessionActions}>
        <SchemeSwitch />
        <Button
          variant="default"
          size="xs"
          loading={signingOut.isPending}
          onClick={() => signingOut.mutate()}
        >
          Sign out
        </Button>
      </div>
    </div>
  );
}
