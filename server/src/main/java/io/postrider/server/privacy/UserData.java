package io.postrider.server.privacy;

import io.postrider.ledger.LedgerBlock;
import io.postrider.log.embedded.RewritePace;
import java.util.Collection;
import java.util.function.Predicate;

/** Data of users in other features, which a deletion erases. Called by one thread; blocks. */
public interface UserData {

  /** Erases profiles and hides samples, at once. Repeated calls do no harm. */
  void erase(Collection<String> userIds);

  /**
   * Waits until the ledger has the entries of all attempts that have ended.
   *
   * @throws RuntimeException if they cannot be written now; try later
   */
  void awaitRecorded();

  /**
   * Removes the bytes of samples from files: answers and details of the ledger's entries, and
   * hidden rejected calls. May take minutes. Repeated calls do no harm.
   *
   * @param erased whether the current entry of a block belongs to a deleted user
   * @return whether they are gone; false if the pace stopped or a file is damaged
   */
  boolean rewrite(Predicate<LedgerBlock> erased, RewritePace pace);
}
