package io.postrider.server;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.delivery.DeliveryStatus;
import io.postrider.delivery.FinalStatus;
import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.server.ledger.LedgerGap;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Compares the files of a killed or stopped node with each other and with what its receivers saw:
 * the log, the cursors and the ledger. Every message of the log must be for every destination.
 */
final class LedgerAudit {

  /**
   * What was compared.
   *
   * @param settled deliveries that the cursors settle
   * @param repeated entries of deliveries that had ended before
   * @param ends how many of the settled deliveries ended how, by their entries
   */
  record Counts(int settled, int entries, int repeated, Map<String, Integer> ends) {}

  private record Delivery(DestinationId destination, long offset) {}

  private final long firstOffset;
  private final Set<Long> deletes = new HashSet<>();
  private final List<String> messageIds;
  private final SavedCursors cursors;
  private final Map<Delivery, List<LedgerEntry>> entries = new HashMap<>();
  private final Map<String, CountingReceiver> receivers;
  private final Map<String, Integer> ends = new TreeMap<>();

  private LedgerAudit(
      Path folder, Collection<CountingReceiver> receivers, Predicate<LedgerEntry> told) {
    this.receivers = receivers.stream().collect(toMap(CountingReceiver::url, Function.identity()));
    // the cursors first: opening a log may repair its end
    cursors = SavedCursors.read(folder);
    firstOffset = StoredMessage.firstOffset(folder);
    messageIds = StoredMessage.readAll(folder).stream().map(LedgerAudit::id).toList();
    for (int i = 0; i < messageIds.size(); i++) {
      if (messageIds.get(i).startsWith(CountingReceiver.deleteOf(""))) {
        deletes.add(firstOffset + i);
      }
    }
    for (LedgerEntry entry : StoredEntries.readAll(folder).stream().filter(told).toList()) {
      DestinationId destination = new DestinationId(entry.target().destination());
      entries
          .computeIfAbsent(new Delivery(destination, entry.offset()), _ -> new ArrayList<>())
          .add(entry);
    }
  }

  private static String id(StoredMessage message) {
    return message.text("type").equals("delete")
        ? CountingReceiver.deleteOf(message.text("userId"))
        : message.text("messageId");
  }

  private long endOffset() {
    return firstOffset + messageIds.size();
  }

  /** Reads the data folder of a node that does not run, and checks it. */
  static Counts check(Path folder, Collection<CountingReceiver> receivers) {
    return check(folder, receivers, _ -> true);
  }

  /**
   * The same for a ledger without some entries.
   *
   * @param told the entries that the ledger has
   */
  static Counts check(
      Path folder, Collection<CountingReceiver> receivers, Predicate<LedgerEntry> told) {
    LedgerAudit audit = new LedgerAudit(folder, receivers, told);
    assertThat(audit.cursors.gaps()).as("gaps").extracting(LedgerGap::count).isEmpty();
    int settled = 0;
    for (DestinationId destination : audit.cursors.destinations()) {
      settled += audit.checkSettled(destination);
    }
    audit.checkInvented();
    int read = audit.entries.values().stream().mapToInt(List::size).sum();
    return new Counts(settled, read, audit.repeated(), audit.ends);
  }

  /** No delivery that a cursor settles is without an entry of its end. */
  private int checkSettled(DestinationId destination) {
    int settled = 0;
    for (long offset = 0; offset < endOffset(); offset++) {
      DeliveryStatus saved = cursors.status(destination, offset);
      Set<FinalStatus> wanted =
          cursors.isUntold(destination, offset) ? Set.of() : finalStatuses(saved);
      if (!wanted.isEmpty()) {
        settled++;
        List<LedgerEntry> told = of(new Delivery(destination, offset));
        if (saved instanceof DeliveryStatus.Expired && told.isEmpty()) {
          // the log deleted it unread: nobody knows whether it was for the destination
          ends.merge("LOST", 1, Integer::sum);
          continue;
        }
        if (told.isEmpty() && deletes.contains(offset)) {
          continue; // each destination gets its own delete
        }
        assertThat(told)
            .as("ends of message %d at %s, which is %s", offset, destination, saved)
            .extracting(LedgerEntry::end)
            .containsAnyElementsOf(wanted);
        checkHeld(saved, told);
        count(told, wanted);
      }
    }
    return settled;
  }

  /** What was never sent is told as held, and nothing else is. */
  private static void checkHeld(DeliveryStatus saved, List<LedgerEntry> told) {
    if (saved instanceof DeliveryStatus.Failed failed) {
      assertThat(told)
          .anyMatch(
              entry ->
                  entry.end() == FinalStatus.FAILED
                      && Objects.requireNonNull(entry.failure()).held() == failed.failure().held());
    }
  }

  private void count(List<LedgerEntry> told, Set<FinalStatus> wanted) {
    told.stream()
        .filter(entry -> wanted.contains(entry.end()))
        .findFirst()
        .ifPresent(
            entry -> {
              boolean held = entry.failure() != null && entry.failure().held();
              ends.merge(held ? "HELD" : String.valueOf(entry.end()), 1, Integer::sum);
            });
  }

  /** The ends that one entry must tell; none if the delivery goes on. */
  private static Set<FinalStatus> finalStatuses(DeliveryStatus saved) {
    return switch (saved) {
      case DeliveryStatus.Waiting _, DeliveryStatus.Open _ -> Set.of();
      case DeliveryStatus.Settled _ -> EnumSet.of(FinalStatus.DELIVERED, FinalStatus.FILTERED);
      case DeliveryStatus.Failed _ -> EnumSet.of(FinalStatus.FAILED);
      case DeliveryStatus.Expired _ -> EnumSet.of(FinalStatus.EXPIRED);
      case DeliveryStatus.Cancelled _ -> EnumSet.of(FinalStatus.CANCELLED);
      case DeliveryStatus.Superseded _ -> EnumSet.of(FinalStatus.SUPERSEDED);
      case DeliveryStatus.Filtered _ -> EnumSet.of(FinalStatus.FILTERED);
    };
  }

  private List<LedgerEntry> of(Delivery delivery) {
    return entries.getOrDefault(delivery, List.of());
  }

  /** Every entry is about a message of the log, and tells no answer that no receiver gave. */
  private void checkInvented() {
    Map<List<String>, Integer> answers = new HashMap<>();
    Map<List<String>, Integer> successes = new HashMap<>();
    entries.forEach(
        (delivery, told) -> {
          assertThat(delivery.offset()).isBetween(0L, endOffset() - 1L);
          assertThat(cursors.destinations()).contains(delivery.destination());
          if (delivery.offset() < firstOffset) {
            return; // the log no longer tells which message it was
          }
          String id = messageIds.get((int) (delivery.offset() - firstOffset));
          for (LedgerEntry entry : told) {
            LedgerEntry.SentAttempt attempt = entry.attempt();
            boolean success = attempt != null && attempt.status() / 100 == 2;
            // of two URLs that both take it, only the first settles it
            assertThat(success || entry.end() != FinalStatus.DELIVERED).as("%s", entry).isTrue();
            if (attempt != null && attempt.status() > 0) {
              List<String> answer = List.of(entry.target().url(), id);
              answers.merge(answer, 1, Integer::sum);
              successes.merge(answer, success ? 1 : 0, Integer::sum);
            }
          }
        });
    checkMost("answers", answers, CountingReceiver::seen);
    checkMost("successes", successes, CountingReceiver::answered);
  }

  private interface Count {
    int of(CountingReceiver receiver, String messageId);
  }

  private void checkMost(String what, Map<List<String>, Integer> told, Count given) {
    told.forEach(
        (answer, count) -> {
          CountingReceiver receiver =
              Objects.requireNonNull(receivers.get(answer.getFirst()), answer.getFirst());
          assertThat(count)
              .as("%s of %s in the ledger", what, answer)
              .isLessThanOrEqualTo(given.of(receiver, answer.getLast()));
        });
  }

  private int repeated() {
    return entries.values().stream()
        .mapToInt(told -> Math.max(0, (int) told.stream().filter(e -> e.end() != null).count() - 1))
        .sum();
  }
}
