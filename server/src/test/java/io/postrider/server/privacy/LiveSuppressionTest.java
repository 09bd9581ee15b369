package io.postrider.server.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.log.MemoryLog;
import io.postrider.message.HashKey;
import io.postrider.message.MessageType;
import io.postrider.message.RecordView;
import io.postrider.message.UserHash;
import io.postrider.privacy.RegulationType;
import io.postrider.privacy.SuppressedUsers;
import io.postrider.route.Catalog;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUnavailableException;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.usage.AcceptedRecords;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveSuppressionTest {

  private static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

  /** A store in memory that can be unavailable. */
  private static final class FakeStore implements SuppressionStore {
    private final List<String> users = new ArrayList<>();
    private boolean lifted = true;
    private boolean unavailable;
    private int known;
    private int loads;

    @Override
    public long load(long version, Sink sink) {
      loads++;
      if (unavailable) {
        throw new DatabaseUnavailableException("unavailable");
      }
      if (lifted) {
        sink.restart();
        known = 0;
        lifted = false;
      }
      for (; known < users.size(); known++) {
        sink.add((@Nullable SourceId) null, users.get(known));
      }
      return known;
    }
  }

  private final FakeStore store = new FakeStore();

  @Test
  void additions_joinTheCurrentSet() {
    store.users.add("ada");
    LiveSuppression live = LiveSuppression.open(store, KEY);
    SuppressedUsers first = live.current();
    assertThat(first.size()).isEqualTo(1);
    store.users.add("bob");
    live.refresh();
    assertThat(live.current()).isSameAs(first);
    assertThat(first.size()).isEqualTo(2);
  }

  /** Checks use memory of a bounded size, and no store. */
  @Test
  void millionSuppressedUsers_areCheckedInMemory() {
    int many = 1_000_000;
    for (int i = 0; i < many; i++) {
      store.users.add("user-" + i);
    }
    SuppressedUsers users = LiveSuppression.open(store, KEY).current();
    assertThat(users.size()).isEqualTo(many);
    assertThat(users.sizeBytes()).isLessThan(33 << 20);
    AcceptedRecords records = new AcceptedRecords();
    UserHash hash = new UserHash(KEY);
    for (int i = 0; i < many + 1_000; i += 997) {
      byte[] record =
          records.of(1, MessageType.IDENTIFY, NOON, "{\"userId\":\"user-%d\"}".formatted(i));
      boolean covered = users.cover(RecordView.of(ByteBuffer.wrap(record)), record, hash);
      assertThat(covered).as("user-%d", i).isEqualTo(i < many);
    }
    assertThat(store.loads).isEqualTo(1);
  }

  /**
   * Two nodes over one database; what one was asked the other brings into force at its next look.
   */
  @Test
  void otherNode_followsWithinTwoSeconds(@TempDir Path folder) {
    DatabaseUrl url = DatabaseUrl.sqlite(folder.resolve("privacy.db"));
    try (Database one = Database.open(url, Schema.PRIVACY);
        Database two = Database.open(url, Schema.PRIVACY)) {
      RegulationStore asked = new SqlRegulationStore(one);
      RegulationStore regulations = new SqlRegulationStore(two);
      ActiveRegulations other =
          PrivacyFixture.of(
              two,
              new MemoryLog(),
              () -> Catalog.of(List.of()),
              new RegulationAuditor(regulations, made -> {}, () -> NOON),
              KEY);
      asked.create(order(1, RegulationType.SUPPRESS_ONLY), 9, 9);
      assertThat(other.suppressed().isEmpty()).isTrue();
      assertThat(other.refresh()).isFalse();
      assertThat(other.suppressed().size()).isEqualTo(1);
      asked.create(order(2, RegulationType.UNSUPPRESS), 9, 9);
      assertThat(other.refresh()).isFalse();
      assertThat(other.suppressed().isEmpty()).isTrue();
    }
    assertThat(ActiveRegulations.REFRESH_INTERVAL).isLessThan(Duration.ofSeconds(2));
  }

  /** Claiming a partition brings the regulations into force, and must not depend on a write. */
  @Test
  void regulations_areInForce_alsoIfTheAuditTrailIsUnavailable(@TempDir Path folder) {
    DatabaseUrl url = DatabaseUrl.sqlite(folder.resolve("privacy.db"));
    try (Database database = Database.open(url, Schema.PRIVACY)) {
      RegulationStore regulations = new SqlRegulationStore(database);
      RegulationAuditor auditor =
          new RegulationAuditor(
              regulations,
              made -> {
                throw new DatabaseUnavailableException("unavailable");
              },
              () -> NOON.plus(Duration.ofDays(1)));
      ActiveRegulations active =
          PrivacyFixture.of(database, new MemoryLog(), () -> Catalog.of(List.of()), auditor, KEY);
      regulations.create(order(1, RegulationType.SUPPRESS_ONLY), 9, 9);
      active.reload();
      assertThat(active.suppressed().size()).isEqualTo(1);
      assertThatThrownBy(active::refresh).isInstanceOf(DatabaseUnavailableException.class);
    }
  }

  private static RegulationStore.Order order(long id, RegulationType type) {
    return new RegulationStore.Order(
        new RegulationId(id),
        type,
        List.of("ada"),
        List.of(),
        null,
        new Regulation.Author("root", "Root"),
        NOON);
  }

  @Test
  void lifting_replacesTheSet() {
    store.users.addAll(List.of("ada", "bob"));
    LiveSuppression live = LiveSuppression.open(store, KEY);
    store.users.remove("ada");
    store.lifted = true;
    live.refresh();
    assertThat(live.current().size()).isEqualTo(1);
  }

  @Test
  void unavailableStore_leavesTheLastSuppressionsInForce() {
    store.users.add("ada");
    LiveSuppression live = LiveSuppression.open(store, KEY);
    store.users.add("bob");
    store.unavailable = true;
    assertThatThrownBy(live::refresh).isInstanceOf(DatabaseUnavailableException.class);
    assertThat(live.current().size()).isEqualTo(1);
    store.unavailable = false;
    live.refresh();
    assertThat(live.current().size()).isEqualTo(2);
  }
}
