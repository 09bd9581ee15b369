import type { ReactNode } from "react";
import type { LedgerReach } from "../api/ledger";
import { count } from "../parts/format";
import { Since } from "../parts/Since";
import { Time } from "../parts/Time";

/** Since when the ledger knows, and what it misses. */
export function LedgerNote({ ledger }: { ledger: LedgerReach }) {
  const { gaps, damaged } = ledger;
  return (
    <>
      <p className="muted small">
        <Since at={ledger.since} />
        {ledger.lagBlocks > 0 && ` ${count(ledger.lagBlocks)} blocks are not indexed yet.`}
        {ledger.unreadableBlocks > 0 && ` ${count(ledger.unreadableBlocks)} blocks are damaged.`}
      </p>
      <Missing gaps={gaps.filter(({ reason }) => reason === "not_written")}>
        the disk refused them. Check the space and the health of the disk.
      </Missing>
      <Missing gaps={gaps.filter(({ reason }) => reason === "destination_deleted")} most>
        the service stopped before it had read what waited for deleted destinations.
      </Missing>
      {ledger.hidesUsers && (
        <p className="muted small">
          Users were deleted. Their entries are not listed, but numbers include them.
        </p>
      )}
      {damaged.length > 0 && (
        <p className="small">
          The ledger was damaged: entries from before{" "}
          <Time at={last(damaged.map(({ at }) => at))} /> are missing. Check the disk. To end this
          notice, delete {damaged.map(({ folder }) => folder).join(", ")} in the data folder.
        </p>
      )}
    </>
  );
}

/** Gaps of one reason; `most` if their number is an upper bound. */
function Missing(props: { gaps: LedgerReach["gaps"]; most?: boolean; children: ReactNode }) {
  const { gaps } = props;
  if (gaps.length === 0) {
    return null;
  }
  const missing = count(gaps.reduce((sum, gap) => sum + gap.count, 0));
  return (
    <p className="small">
      {props.most ? `Up to ${missing}` : missing} entries from{" "}
      <Time at={first(gaps.map(({ from }) => from))} /> to{" "}
      <Time at={last(gaps.map(({ to }) => to))} /> are missing: {props.children}
    </p>
  );
}

const first = (times: string[]) => times.reduce((a, b) => (b < a ? b : a));
const last = (times: string[]) => times.reduce((a, b) => (b > a ? b : a));
