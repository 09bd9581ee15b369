package io.postrider.server.privacy;

import io.postrider.id.SourceId;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import io.postrider.message.MessageType;
import io.postrider.privacy.Tombstones;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Deletions whose samples are not erased yet, and their users.
 *
 * @param deletions the oldest, with at most {@link Tombstones#MAX_USERS} users and sources
 */
record DueSamples(List<SampleStore.Due> deletions, Tombstones users) {

  static final DueSamples NONE = new DueSamples(List.of(), Tombstones.NONE);

  static DueSamples of(List<SampleStore.Due> due, UserHashes hashes) {
    List<SampleStore.Due> taken = new ArrayList<>();
    Tombstones users = Tombstones.NONE;
    for (SampleStore.Due one : due) {
      Set<SourceId> sources = new HashSet<>(hashes.sources(one.sources()));
      sources.add(SourceId.NONE); // of computed messages
      boolean fits = users.size() + (long) one.subjects() * sources.size() <= Tombstones.MAX_USERS;
      if (!fits && !taken.isEmpty()) {
        break;
      }
      users = users.with(hashes.of(one.id(), one.subjects(), sources), one.before());
      taken.add(one);
    }
    return new DueSamples(List.copyOf(taken), users);
  }

  /** Whether an entry of the ledger concerns a user of these deletions. */
  boolean hides(int partition, LedgerEntry entry) {
    return users.hides(partition, entry.offset(), entry.userHash());
  }

  /** Whether an entry has to be erased: as above, or it is about a delete itself. */
  boolean erases(int partition, LedgerBlock entry) {
    return users.hides(partition, entry.offset(), entry.userHash())
        || (entry.subjects().get(entry.subjectIndex()).type() == MessageType.DELETE.code()
            && users.contains(entry.userHash()));
  }
}
