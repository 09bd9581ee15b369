package io.postrider.server.delivery.api;

import io.postrider.id.DestinationId;
import io.postrider.ledger.LedgerEntry;
import io.postrider.message.Field;
import io.postrider.server.delivery.MessageSearch;
import io.postrider.server.delivery.UserSearch;
import io.postrider.server.ledger.LedgerGap;
import io.postrider.server.ledger.index.AttemptCounts;
import io.postrider.server.ledger.index.AttemptPage;
import io.postrider.server.ledger.index.AttemptQuery;
import io.postrider.server.ledger.index.Dimension;
import io.postrider.server.ledger.index.EntryPosition;
import io.postrider.server.ledger.index.FoundEntry;
import io.postrider.server.ledger.index.PageDirection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the ledger of this node. */
final class NodeDeliveryLedger implements DeliveryLedger {

  private final LedgerReader ledger;
  private final MessageSearch messages;
  private final UserSearch users;
  private final KnownSources sources;

  NodeDeliveryLedger(
      LedgerReader ledger, MessageSearch messages, UserSearch users, KnownSources sources) {
    this.ledger = ledger;
    this.messages = messages;
    this.users = users;
    this.sources = sources;
  }

  private AttemptQuery ofUser(AttemptQuery query, @Nullable String userId) {
    return userId == null
        ? query
        : query.ofUsers(users.hashes(userId, sources.all(sources.catalog())));
  }

  @Override
  public EntryPage attempts(
      AttemptQuery query,
      @Nullable String userId,
      PageDirection direction,
      @Nullable EntryPosition after,
      int limit) {
    AttemptPage page = ledger.search().attempts(ofUser(query, userId), direction, after, limit);
    List<FoundEntry> found =
        direction == PageDirection.NEWER ? page.entries().reversed() : page.entries();
    List<LedgerEntryView> views = new ArrayList<>();
    for (FoundEntry one : found) {
      int partition = one.position().partition();
      LedgerEntry entry = one.entry();
      if (!messages.hides(partition, entry.offset())) {
        views.add(LedgerEntryView.of(entry, partition, messageId(partition, entry), false));
      }
    }
    return new EntryPage(
        views,
        found.isEmpty() ? null : found.getFirst().position(),
        found.isEmpty() ? null : found.getLast().position(),
        page.next());
  }

  private @Nullable String messageId(int partition, LedgerEntry entry) {
    return messages
        .at(partition, entry.offset())
        .map(found -> found.record().text(Field.MESSAGE_ID))
        .orElse(null);
  }

  @Override
  public AttemptCounts counts(
      AttemptQuery query,
      @Nullable String userId,
      Instant from,
      Instant to,
      Duration step,
      List<Dimension> by) {
    return ledger.search().counts(ofUser(query, userId), from, to, step, by);
  }

  @Override
  public LedgerReach reach(@Nullable DestinationId destination) {
    List<LedgerGap> gaps =
        ledger.gaps().stream()
            .filter(
                gap ->
                    destination == null
                        || gap.destination().equals(destination)
                        || gap.destination().equals(LedgerReach.EVERY))
            .toList();
    return LedgerReach.of(ledger.coverage(), ledger.damaged(), gaps, ledger.hidesUsers());
  }
}
