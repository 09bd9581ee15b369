package io.postrider.server.ledger.index;

import io.postrider.log.LogIdentity;
import io.postrider.log.embedded.DiskFile;
import java.util.Iterator;
import java.util.Map;

/**
 * Writes a run to a file: pairs of messages, pairs of users, postings, the dictionary of kinds,
 * then the head with the checksums of all of them.
 */
final class RunWriter {

  private RunWriter() {}

  /**
   * Writes a run and makes it durable.
   *
   * @throws java.io.UncheckedIOException if the disk refuses it
   */
  static void write(RunContent run, LogIdentity ledger, int partition, DiskFile file) {
    RunOutput out = new RunOutput(file);
    RunBytes header = new RunBytes();
    header.fixedInt(RunFile.MAGIC);
    header.octet(RunFile.VERSION);
    out.put(header);

    RunBytes messages = PairTable.write(run.messagePairs(), out);
    RunBytes users = PairTable.write(run.userPairs(), out);
    RunBytes dictionary = kinds(run.sortedKinds(), out);
    long dictionaryAt = out.position();
    out.put(dictionary);

    RunBytes head = new RunBytes();
    head.fixedLong(ledger.value().getMostSignificantBits());
    head.fixedLong(ledger.value().getLeastSignificantBits());
    head.number(partition);
    run.blocks().write(head);
    head.append(messages);
    head.append(users);
    head.fixedLong(dictionaryAt);
    head.number(dictionary.length());
    head.fixedInt(dictionary.checksum());
    long headAt = out.position();
    out.put(head);

    RunBytes footer = new RunBytes();
    footer.fixedLong(headAt);
    footer.fixedInt(head.length());
    footer.fixedInt(head.checksum());
    footer.fixedInt(RunFile.MAGIC);
    out.put(footer);
    out.finish();
  }

  /** Writes the postings, and returns the dictionary. */
  private static RunBytes kinds(Iterator<Map.Entry<EntryKind, KindPostings>> kinds, RunOutput out) {
    KindDictionary.Builder dictionary = new KindDictionary.Builder(out.position());
    RunBytes postings = new RunBytes();
    while (kinds.hasNext()) {
      Map.Entry<EntryKind, KindPostings> next = kinds.next();
      postings.clear();
      next.getValue().write(postings);
      dictionary.add(next.getKey(), next.getValue().total(), postings);
      out.put(postings);
    }
    return dictionary.bytes();
  }
}
