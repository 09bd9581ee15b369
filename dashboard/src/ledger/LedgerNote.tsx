import type { LedgerReach } from "../api/ledger";
import { count } from "../parts/format";
import { Time } from "../parts/Time";

/** Since when the ledger knows, and what it misses. */
export function LedgerNote({ ledger }: { ledger: LedgerReach }) {
  const missing = ledger.gaps.reduce((sum, gap) => sum + gap.count, 0);
  return (
    <p className="muted small">
      {ledger.since ? (
        <>
          Recorded since <Time at={ledger.since} />.
        </>
      ) : (
        "Nothing is recorded yet."
      )}
      {!ledger.complete && ` ${count(ledger.lagBlocks)} blocks are not indexed yet.`}
      {missing > 0 && ` ${count(missing)} entries are missing: the disk refused them.`}
      {ledger.unreadableBlocks > 0 && ` ${count(ledger.unreadableBlocks)} blocks are damaged.`}
    </p>
  );
}
