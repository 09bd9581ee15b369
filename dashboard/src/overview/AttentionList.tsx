import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { Attention } from "../api/overview";
import { words } from "../parts/format";
import { Panel } from "../parts/Panel";
import { StateBadge } from "../parts/StateBadge";
import { wordOf } from "../parts/states";
import { Time } from "../parts/Time";
import styles from "./overview.module.css";

/** The state that each kind of problem shows; the word is the state's own where none is given. */
const NAMES: Record<string, { state: string; word?: string; tab?: string }> = {
  destination_failing: { state: "failing" },
  destination_held: { state: "failing" },
  destination_degraded: { state: "degraded" },
  backlog_old: { state: "waiting" },
  failed_deliveries: { state: "failed", tab: "/failed" },
  data_set_aside: { state: "degraded", word: "data set aside" },
  partitions_unowned: { state: "failing", word: "not delivered" },
  log_unavailable: { state: "failing", word: "log unavailable" },
  workspace_file_refused: { state: "refused", word: "workspace file refused" },
};

/** The number of entries shown at first. */
const FEW = 6;

/** Problems that need attention, with links. */
export function AttentionList({ attention }: { attention: Attention[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? attention : attention.slice(0, FEW);
  return (
    <Panel title="Needs attention">
      {attention.length === 0 ? (
        <p className={styles.neutral}>No problems.</p>
      ) : (
        <ul className={styles.attention}>
          {shown.map((entry) => {
            const known = NAMES[entry.kind] ?? { state: "degraded", word: words(entry.kind) };
            return (
              <li key={`${entry.kind} ${entry.destinationId ?? entry.message}`}>
                <StateBadge state={known.state}>{known.word ?? wordOf(known.state)}</StateBadge>
                <span className={styles.attentionText}>
                  {entry.destinationId && (
                    <>
                      <Link to={`/destinations/${entry.destinationId}${known.tab ?? ""}`}>
                        {entry.name ?? entry.destinationId}
                      </Link>
                      {": "}
                    </>
                  )}
                  {entry.message}
                </span>
                {entry.since && (
                  <span className="muted small">
                    <Time at={entry.since} ago />
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {attention.length > FEW && (
        <p className={styles.more}>
          <Button variant="default" size="xs" onClick={() => setAll(!all)}>
            {all ? `Show the first ${FEW}` : `Show all ${attention.length}`}
          </Button>
        </p>
      )}
    </Panel>
  );
}
