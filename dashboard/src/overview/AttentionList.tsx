import { Button } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import type { Attention } from "../api/overview";
import { Panel } from "../parts/Panel";
import { StateBadge } from "../parts/StateBadge";
import { Time } from "../parts/Time";
import styles from "./overview.module.css";

const NAMES: Record<string, { state: string; word: string; tab: string }> = {
  destination_failing: { state: "failing", word: "failing", tab: "" },
  destination_held: { state: "failing", word: "held", tab: "" },
  backlog_old: { state: "waiting", word: "old backlog", tab: "" },
  failed_deliveries: { state: "failed", word: "failed deliveries", tab: "/failed" },
  data_set_aside: { state: "degraded", word: "data set aside", tab: "" },
  log_unavailable: { state: "failing", word: "log unavailable", tab: "" },
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
            const known = NAMES[entry.kind];
            return (
              <li key={`${entry.kind} ${entry.destinationId ?? entry.message}`}>
                <StateBadge state={known?.state ?? "degraded"}>
                  {known?.word ?? entry.kind.replaceAll("_", " ")}
                </StateBadge>
                <span className={styles.attentionText}>
                  {entry.destinationId && (
                    <>
                      <Link to={`/destinations/${entry.destinationId}${known?.tab ?? ""}`}>
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
