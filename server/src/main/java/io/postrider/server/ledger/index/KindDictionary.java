package io.postrider.server.ledger.index;

import io.postrider.ledger.LedgerSubject;
import io.postrider.ledger.LedgerTarget;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The kinds of a run and the places of their postings. Immutable. */
final class KindDictionary {

  private final List<LedgerTarget> targets = new ArrayList<>();
  private final List<LedgerSubject> subjects = new ArrayList<>();
  private final int[] target;
  private final int[] subject;
  private final int[] outcome;
  private final long[] total;

  /** Where the postings of each kind begin; one more for the end of the last. */
  private final long[] starts;

  private final int[] checksums;

  KindDictionary(ByteBuffer in) {
    long start = in.getLong();
    int targetCount = RunBytes.readCount(in);
    for (int i = 0; i < targetCount; i++) {
      targets.add(new LedgerTarget(in.getLong(), RunBytes.readText(in)));
    }
    int subjectCount = RunBytes.readCount(in);
    for (int i = 0; i < subjectCount; i++) {
      subjects.add(new LedgerSubject(in.getLong(), in.get() & 0xFF, RunBytes.readText(in)));
    }
    int size = RunBytes.readCount(in);
    target = new int[size];
    subject = new int[size];
    outcome = new int[size];
    total = new long[size];
    starts = new long[size + 1];
    checksums = new int[size];
    starts[0] = start;
    for (int i = 0; i < size; i++) {
      target[i] = RunBytes.readInt(in);
      subject[i] = RunBytes.readInt(in);
      outcome[i] = RunBytes.readInt(in);
      total[i] = RunBytes.readNumber(in);
      starts[i + 1] = starts[i] + RunBytes.readInt(in);
      checksums[i] = in.getInt();
    }
  }

  int size() {
    return target.length;
  }

  EntryKind kind(int index) {
    return new EntryKind(targets.get(target[index]), subjects.get(subject[index]), outcome[index]);
  }

  /** The number of entries of a kind. */
  long total(int index) {
    return total[index];
  }

  long start(int index) {
    return starts[index];
  }

  long end(int index) {
    return starts[index + 1];
  }

  int checksum(int index) {
    return checksums[index];
  }

  /** The kinds that match, ascending. */
  List<Integer> matching(KindFilter filter) {
    return matching(filter, filter::matches);
  }

  /** The kinds that may match, ascending. */
  List<Integer> mayMatch(KindFilter filter) {
    return matching(filter, filter::mayMatch);
  }

  private List<Integer> matching(KindFilter filter, Predicate<LedgerSubject> subjectFilter) {
    boolean[] targetMatches = new boolean[targets.size()];
    for (int i = 0; i < targetMatches.length; i++) {
      targetMatches[i] = filter.matches(targets.get(i));
    }
    boolean[] subjectMatches = new boolean[subjects.size()];
    for (int i = 0; i < subjectMatches.length; i++) {
      subjectMatches[i] = subjectFilter.test(subjects.get(i));
    }
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < size(); i++) {
      if (targetMatches[target[i]] && subjectMatches[subject[i]] && filter.matches(outcome[i])) {
        found.add(i);
      }
    }
    return found;
  }

  /** Encodes a dictionary. */
  static final class Builder {

    private final long start;
    private final Map<LedgerTarget, Integer> targets = new LinkedHashMap<>();
    private final Map<LedgerSubject, Integer> subjects = new LinkedHashMap<>();
    private final RunBytes kinds = new RunBytes();
    private int count;

    Builder(long start) {
      this.start = start;
    }

    void add(EntryKind kind, long total, RunBytes postings) {
      Integer target = targets.computeIfAbsent(kind.target(), _ -> targets.size());
      Integer subject = subjects.computeIfAbsent(kind.subject(), _ -> subjects.size());
      kinds.number(target);
      kinds.number(subject);
      kinds.number(kind.outcome());
      kinds.number(total);
      kinds.number(postings.length());
      kinds.fixedInt(postings.checksum());
      count++;
    }

    RunBytes bytes() {
      RunBytes bytes = new RunBytes();
      bytes.fixedLong(start);
      bytes.number(targets.size());
      for (LedgerTarget target : targets.keySet()) {
        bytes.fixedLong(target.destination());
        bytes.text(target.url());
      }
      bytes.number(subjects.size());
      for (LedgerSubject subject : subjects.keySet()) {
        bytes.fixedLong(subject.source());
        bytes.octet(subject.type());
        bytes.text(subject.event());
      }
      bytes.number(count);
      bytes.append(kinds);
      return bytes;
    }
  }
}
