package io.postrider.server.privacy;

import io.postrider.ledger.LedgerBlock;
import io.postrider.log.embedded.RewritePace;
import java.util.Collection;
import java.util.function.Predicate;

/** Data of users in other features, which a deletion erases. Called by one thread; blocks. */
public interface UserData {

  /** A node that has no such data; others erase theirs. */
  UserData ELSEWHERE =
      new UserData() {
        @Override
        public void erase(Collection<String> userIds) {}

        @Override
        public void awaitRecorded() {}

        @Override
        public boolean rewrite(Predicate<LedgerBlock> erased, RewritePace pace) {
          return false;
        }
      };

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
   * @return whether they are gone; false if the pace stopped, a file is damaged, or the ledger is a
   *     topic
   */
  boolean rewrite(Predicate<LedgerBlock> erased, RewritePace pace);
}
