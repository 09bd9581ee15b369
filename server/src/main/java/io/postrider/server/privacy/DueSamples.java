package io.postrider.server.privacy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.ledger.LedgerBlock;
import io.postrider.ledger.LedgerEntry;
import io.postrider.message.MessageType;
import io.postrider.privacy.Tombstones;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Deletions whose users may have samples, or get some, and their users.
 *
 * @param deletions the first ones, with at most {@link Tombstones#MAX_USERS} users and sources
 */
record DueSamples(List<SampleStore.Due> deletions, Tombstones users) {

  static final DueSamples NONE = new DueSamples(List.of(), Tombstones.NONE);

  /** The deletions in the store. Reads the users of those that were not known before. */
  DueSamples with(List<SampleStore.Due> found, UserHashes hashes) {
    Set<RegulationId> old = ids(deletions);
    boolean grown = ids(found).containsAll(old);
    List<SampleStore.Due> taken = new ArrayList<>();
    Tombstones hidden = grown ? users : Tombstones.NONE;
    for (SampleStore.Due one : found) {
      if (!grown || !old.contains(one.id())) {
        Set<SourceId> sources = new HashSet<>(hashes.sources(one.sources()));
        sources.add(SourceId.NONE); // of computed messages
        long more = (long) one.subjects() * sources.size();
        if (hidden.size() + more > Tombstones.MAX_USERS && !taken.isEmpty()) {
          continue;
        }
        hidden = hidden.with(hashes.of(one.id(), one.subjects(), sources), one.before());
      }
      taken.add(one);
    }
    return new DueSamples(List.copyOf(taken), hidden);
  }

  private static Set<RegulationId> ids(List<SampleStore.Due> some) {
    return some.stream().map(SampleStore.Due::id).collect(Collectors.toSet());
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
