package io.postrider.server.privacy.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.privacy.DeleteCounts;
import io.postrider.privacy.Deletion;
import io.postrider.privacy.RegulationStatus;
import io.postrider.privacy.RegulationType;
import io.postrider.route.LogEndOffsets;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.DeletionStore;
import io.postrider.server.privacy.DeletionStore.Chunk;
import io.postrider.server.privacy.DeletionStore.Range;
import io.postrider.server.privacy.Regulation;
import io.postrider.server.privacy.RegulationStore;
import io.postrider.server.privacy.RegulationStore.Creation;
import io.postrider.server.privacy.RegulationStore.Order;
import io.postrider.server.privacy.RegulationStore.Position;
import io.postrider.server.privacy.SuppressionStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of regulation stores, for every database. */
abstract class RegulationStoreContract {

  private static final LogEndOffsets ERASED = new LogEndOffsets(List.of(9L, 3L));
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.123Z");
  private static final Regulation.Author ROOT = new Regulation.Author("root", "R\u0000\ud83d");
  private static final SourceId WEB = new SourceId(-5);
  private static final SourceId APP = new SourceId(6);
  private static final DestinationId ONE = new DestinationId(-1);
  private static final DestinationId TWO = new DestinationId(2);
  private static final List<String> STRANGE =
      List.of(
          "\u0000", "\ud83d", "\ude00\ud83d", "😀", "é", "e\u0301", "a'b\"c\\d%_", "\u07ff\uffff");

  private Database database;
  private RegulationStore store;
  private DeletionStore deletions;
  private SuppressionStore suppressions;
  private int made;

  /** The URL of this test's database, the same for every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.PRIVACY);
    store = new SqlRegulationStore(database);
    deletions = new SqlDeletionStore(database);
    suppressions = new SqlSuppressionStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Order order(RegulationType type, List<String> users, SourceId... sources) {
    return new Order(
        new RegulationId(++made * 0x9E3779B97F4A7C15L),
        type,
        users,
        List.of(sources),
        null,
        ROOT,
        NOON);
  }

  private Regulation create(RegulationType type, List<String> users, SourceId... sources) {
    Order order = order(type, users, sources);
    assertThat(store.create(order, 100, 100_000)).isEqualTo(Creation.CREATED);
    return store.find(order.id()).orElseThrow();
  }

  private List<String> suppressed(String prefix) {
    return store.suppressions(prefix, null, 1_000).stream()
        .map(RegulationStoreContract::shown)
        .toList();
  }

  private static String shown(RegulationStore.Suppression one) {
    return one.userId() + (one.source() == null ? "" : "@" + one.source());
  }

  /** The suppressions of a node that reads from time to time. */
  private final class Node implements SuppressionStore.Sink {
    private final List<String> users = new ArrayList<>();
    private long version = -1;
    private int restarts;

    void read() {
      version = suppressions.load(version, this);
    }

    @Override
    public void restart() {
      restarts++;
      users.clear();
    }

    @Override
    public void add(@Nullable SourceId source, String userId) {
      users.add(userId + (source == null ? "" : "@" + source));
    }
  }

  @Test
  void regulation_isFoundAsCreated_alsoAfterARestart() {
    Regulation made = create(RegulationType.DELETE_ONLY, STRANGE, WEB, APP);
    close();
    open();
    Regulation found = store.find(made.id()).orElseThrow();
    assertThat(found).isEqualTo(made);
    assertThat(found.status()).isEqualTo(RegulationStatus.INITIALIZED);
    assertThat(found.sources()).containsExactly(WEB, APP);
    assertThat(found.subjects()).isEqualTo(STRANGE.size());
    assertThat(found.createdAt()).isEqualTo(NOON);
    assertThat(found.endedAt()).isNull();
    assertThat(found.by()).isEqualTo(ROOT);
    assertThat(store.subjects(made.id(), 0, 100)).isEqualTo(STRANGE);
    assertThat(store.subjects(made.id(), 2, 4)).isEqualTo(STRANGE.subList(2, 4));
    assertThat(store.find(new RegulationId(404))).isEmpty();
  }

  @Test
  void regulationThatDeletesNothing_endsAtOnce() {
    Regulation made = create(RegulationType.SUPPRESS_ONLY, List.of("ada", "bob"));
    assertThat(made.status()).isEqualTo(RegulationStatus.FINISHED);
    assertThat(made.endedAt()).isEqualTo(NOON);
    assertThat(made.changed()).isEqualTo(2);
    assertThat(deletions.unsent(10)).isEmpty();
  }

  @Test
  void hidingRegulations_areFoundByNumber() {
    create(RegulationType.DELETE_ONLY, List.of("a"));
    LogEndOffsets before = new LogEndOffsets(List.of(7L, 1L << 40));
    Order order =
        new Order(
            new RegulationId(-1),
            RegulationType.DELETE_ONLY,
            STRANGE,
            List.of(WEB),
            before,
            ROOT,
            NOON);
    store.create(order, 100, 100);
    Regulation made = store.find(order.id()).orElseThrow();
    assertThat(made.hides()).isTrue();
    assertThat(store.hidings(0))
        .containsExactly(
            new RegulationStore.Hiding(
                made.id(), made.number(), List.of(WEB), STRANGE.size(), before, null));
    assertThat(store.hidings(made.number())).isEmpty();
    deletions.erased(made.id(), ERASED);
    assertThat(store.hidings(0))
        .containsExactly(
            new RegulationStore.Hiding(
                made.id(), made.number(), List.of(WEB), STRANGE.size(), before, ERASED));
    Regulation other = create(RegulationType.DELETE_ONLY, List.of("b"));
    deletions.erased(other.id(), ERASED);
    assertThat(store.hidings(made.number()))
        .containsExactly(
            new RegulationStore.Hiding(other.id(), other.number(), List.of(), 1, null, ERASED));
  }

  @Test
  void erasures_areThoseOfRunningAndLatelyEndedDeletions() {
    Regulation running = create(RegulationType.DELETE_ONLY, List.of("a"));
    assertThat(store.erasures(NOON)).isEmpty();
    deletions.erased(running.id(), ERASED);
    assertThat(store.erasures(NOON))
        .extracting(RegulationStore.Hiding::id)
        .containsExactly(running.id());
    deletions.decided(running.id(), List.of(), false);
    deletions.ended(running.id(), RegulationStatus.FINISHED, NOON);
    assertThat(store.erasures(NOON.minusMillis(1))).hasSize(1);
    assertThat(store.erasures(NOON)).isEmpty();
  }

  @Test
  void regulations_arePagedNewestFirst() {
    List<RegulationId> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.addFirst(create(RegulationType.SUPPRESS_ONLY, List.of("u" + i)).id());
    }
    List<Regulation> first = store.page(Long.MAX_VALUE, 3);
    assertThat(first).extracting(Regulation::id).isEqualTo(made.subList(0, 3));
    assertThat(store.page(first.getLast().number(), 3))
        .extracting(Regulation::id)
        .isEqualTo(made.subList(3, 5));
  }

  @Test
  void suppressions_applyToAllSourcesOrOne_andCountOnce() {
    create(RegulationType.SUPPRESS_ONLY, List.of("ada"));
    Regulation again = create(RegulationType.SUPPRESS_WITH_DELETE, List.of("ada", "bob"), WEB);
    assertThat(again.changed()).isEqualTo(2);
    assertThat(create(RegulationType.SUPPRESS_ONLY, List.of("bob"), WEB).changed()).isZero();
    assertThat(suppressed("")).containsExactly("ada", "ada@" + WEB, "bob@" + WEB);
    assertThat(store.suppressions("b", null, 1).getFirst().regulation()).isEqualTo(again.id());
  }

  @Test
  void suppressions_holdAnyCharactersAndAreFoundByPrefix() {
    create(RegulationType.SUPPRESS_ONLY, STRANGE);
    assertThat(suppressed("")).containsExactlyInAnyOrderElementsOf(STRANGE);
    for (String user : STRANGE) {
      assertThat(suppressed(user)).contains(user);
    }
    assertThat(suppressed("e")).containsExactly("e\u0301");
    assertThat(suppressed("a'b\"c\\d%")).containsExactly("a'b\"c\\d%_");
    assertThat(suppressed("a%")).isEmpty();
  }

  @Test
  void suppressions_arePaged() {
    create(RegulationType.SUPPRESS_ONLY, List.of("c", "a", "b"));
    create(RegulationType.SUPPRESS_ONLY, List.of("b", "b2"), WEB);
    List<String> seen = new ArrayList<>();
    Position after = null;
    while (true) {
      List<RegulationStore.Suppression> page = store.suppressions("", after, 2);
      if (page.isEmpty()) {
        break;
      }
      page.forEach(one -> seen.add(shown(one)));
      after = new Position(page.getLast().userId(), page.getLast().source());
    }
    assertThat(seen).containsExactly("a", "b", "b@" + WEB, "b2@" + WEB, "c");
  }

  @Test
  void lifting_appliesToTheNamedSourcesOrAll() {
    create(RegulationType.SUPPRESS_ONLY, List.of("ada", "bob"));
    create(RegulationType.SUPPRESS_ONLY, List.of("ada", "bob"), WEB, APP);
    assertThat(create(RegulationType.UNSUPPRESS, List.of("ada", "eve"), WEB).changed())
        .isEqualTo(1);
    assertThat(suppressed("ada")).containsExactly("ada", "ada@" + APP);
    assertThat(create(RegulationType.UNSUPPRESS, List.of("ada")).changed()).isEqualTo(2);
    assertThat(suppressed("")).hasSize(3).allMatch(user -> user.startsWith("bob"));
  }

  @Test
  void nodes_readAdditionsAndReloadAfterLifting() {
    Node node = new Node();
    node.read();
    create(RegulationType.SUPPRESS_ONLY, List.of("ada"));
    node.read();
    create(RegulationType.SUPPRESS_ONLY, List.of("bob", "ada"), WEB);
    create(RegulationType.DELETE_ONLY, List.of("eve"));
    node.read();
    node.read();
    assertThat(node.users).containsExactlyInAnyOrder("ada", "bob@" + WEB, "ada@" + WEB);
    assertThat(node.restarts).isEqualTo(1);
    create(RegulationType.UNSUPPRESS, List.of("nobody"));
    node.read();
    assertThat(node.restarts).isEqualTo(1);
    create(RegulationType.UNSUPPRESS, List.of("ada"));
    create(RegulationType.SUPPRESS_ONLY, List.of("new"));
    node.read();
    assertThat(node.users).containsExactlyInAnyOrder("bob@" + WEB, "new");
    assertThat(node.restarts).isEqualTo(2);
  }

  @Test
  void suppressionsBeyondTheLimit_areRejectedAsAWhole() {
    assertThat(store.create(order(RegulationType.SUPPRESS_ONLY, List.of("a", "b")), 9, 3))
        .isEqualTo(Creation.CREATED);
    Order over = order(RegulationType.SUPPRESS_ONLY, List.of("c", "d"));
    assertThat(store.create(over, 9, 3)).isEqualTo(Creation.TOO_MANY_SUPPRESSED);
    assertThat(store.find(over.id())).isEmpty();
    assertThat(suppressed("")).containsExactly("a", "b");
    assertThat(store.create(order(RegulationType.SUPPRESS_ONLY, List.of("a", "c")), 9, 3))
        .isEqualTo(Creation.CREATED);
    store.create(order(RegulationType.UNSUPPRESS, List.of("a", "b")), 9, 3);
    assertThat(store.create(order(RegulationType.SUPPRESS_ONLY, List.of("d", "e")), 9, 3))
        .isEqualTo(Creation.CREATED);
  }

  @Test
  void openDeletionsBeyondTheBound_areRefused() {
    Order first = order(RegulationType.DELETE_ONLY, List.of("a"));
    assertThat(store.create(first, 1, 9)).isEqualTo(Creation.CREATED);
    Order second = order(RegulationType.DELETE_ONLY, List.of("a"));
    assertThat(store.create(second, 1, 9)).isEqualTo(Creation.TOO_MANY_OPEN);
    assertThat(store.find(second.id())).isEmpty();
    deletions.decided(first.id(), List.of(), false);
    deletions.ended(first.id(), RegulationStatus.FINISHED, NOON);
    assertThat(store.create(second, 1, 9)).isEqualTo(Creation.CREATED);
  }

  @Test
  void deletion_continuesFromTheStoredState() {
    Regulation made = create(RegulationType.DELETE_ONLY, List.of("a", "b", "c"));
    assertThat(deletions.unsent(10)).containsExactly(made);
    assertThat(deletions.state(made.id()).next()).isInstanceOf(Deletion.Erase.class);
    deletions.erased(made.id(), ERASED);
    assertThat(deletions.state(made.id()).next()).isInstanceOf(Deletion.Decide.class);
    deletions.decided(made.id(), List.of(WEB, APP), true);
    assertThat(deletions.state(made.id()).toAll()).isTrue();
    Deletion.Send first = (Deletion.Send) deletions.state(made.id()).next();
    assertThat(first).isEqualTo(new Deletion.Send(new Deletion.Work(0, WEB, 0), 0, 3));
    deletions.sent(made.id(), first, 2, new Range(0, 70, 2), List.of(ONE, TWO));
    assertThat(deletions.state(made.id()).next())
        .isEqualTo(new Deletion.Send(new Deletion.Work(0, WEB, 2), 2, 3));
    Deletion.Send rest = (Deletion.Send) deletions.state(made.id()).next();
    deletions.sent(made.id(), rest, 3, null, List.of(ONE));
    assertThat(deletions.unsent(10)).hasSize(1);
    Deletion.Send other = (Deletion.Send) deletions.state(made.id()).next();
    deletions.sent(made.id(), other, 3, new Range(0, 90, 3), List.of(ONE));
    assertThat(deletions.unsent(10)).isEmpty();
    assertThat(deletions.waiting(0, 10)).extracting(Regulation::id).containsExactly(made.id());
    assertThat(deletions.waiting(made.number(), 10)).isEmpty();
    assertThat(deletions.state(made.id()).next()).isEqualTo(new Deletion.Follow());
    assertThat(deletions.state(made.id()).counts()).isEqualTo(DeleteCounts.waiting(7));
  }

  @Test
  void chunks_areFollowedUntilTheyAreOver() {
    Regulation made = create(RegulationType.DELETE_ONLY, List.of("a", "b"));
    deletions.decided(made.id(), List.of(WEB), false);
    deletions.erased(made.id(), ERASED);
    Deletion.Send send = (Deletion.Send) deletions.state(made.id()).next();
    deletions.sent(made.id(), send, 2, new Range(0, 70, 2), List.of(ONE));
    Chunk chunk = deletions.chunks(made.id(), 10).getFirst();
    assertThat(chunk)
        .isEqualTo(new Chunk(0, WEB, 0, new Range(0, 70, 2), Map.of(ONE, DeleteCounts.waiting(2))));
    DeleteCounts half = new DeleteCounts(1, 1, 0, 0, 0, null);
    DeleteCounts failed = new DeleteCounts(0, 0, 2, 0, 0, "dns");
    deletions.followed(
        made.id(), new Chunk(0, WEB, 0, chunk.range(), Map.of(ONE, half, TWO, failed)));
    close();
    open();
    assertThat(deletions.chunks(made.id(), 10).getFirst().counts())
        .isEqualTo(Map.of(ONE, half, TWO, failed));
    assertThat(store.progress(made.id()))
        .containsExactly(
            new RegulationStore.SourceProgress(WEB, 2, Map.of(ONE, half, TWO, failed)));
    DeleteCounts whole = new DeleteCounts(0, 2, 0, 0, 0, null);
    deletions.followed(
        made.id(), new Chunk(0, WEB, 0, chunk.range(), Map.of(ONE, whole, TWO, failed)));
    assertThat(deletions.chunks(made.id(), 10)).isEmpty();
    assertThat(deletions.state(made.id()).next())
        .isEqualTo(new Deletion.End(RegulationStatus.PARTIAL_SUCCESS));
    deletions.ended(made.id(), RegulationStatus.PARTIAL_SUCCESS, NOON.plusSeconds(1));
    assertThat(store.find(made.id()).orElseThrow().endedAt()).isEqualTo(NOON.plusSeconds(1));
    assertThat(deletions.waiting(0, 10)).isEmpty();
  }

  @Test
  void noAffectedSource_sendsNothing() {
    Regulation made = create(RegulationType.DELETE_ONLY, List.of("a"));
    deletions.decided(made.id(), List.of(), false);
    assertThat(deletions.unsent(10)).isEmpty();
    assertThat(deletions.waiting(0, 10)).hasSize(1);
  }

  @Test
  void stepOfAnotherNode_isNotRepeated() {
    Regulation made = create(RegulationType.DELETE_ONLY, List.of("a", "b"));
    deletions.erased(made.id(), ERASED);
    deletions.decided(made.id(), List.of(WEB), false);
    deletions.decided(made.id(), List.of(WEB, APP), true);
    assertThat(store.progress(made.id())).hasSize(1);
    Deletion.Send send = (Deletion.Send) deletions.state(made.id()).next();
    deletions.sent(made.id(), send, 2, new Range(0, 70, 2), List.of(ONE));
    deletions.sent(made.id(), send, 2, new Range(0, 90, 2), List.of(ONE, TWO));
    assertThat(deletions.chunks(made.id(), 10))
        .extracting(Chunk::range)
        .containsExactly(new Range(0, 70, 2));
    assertThat(deletions.state(made.id()).counts()).isEqualTo(DeleteCounts.waiting(2));
    deletions.ended(made.id(), RegulationStatus.FINISHED, NOON);
    deletions.ended(made.id(), RegulationStatus.FAILED, NOON.plusSeconds(9));
    assertThat(store.find(made.id()).orElseThrow().status()).isEqualTo(RegulationStatus.FINISHED);
  }

  @Test
  void lease_hasOneHolderUntilItExpires() {
    Instant later = NOON.plusSeconds(60);
    assertThat(deletions.lease(-7, NOON, later)).isTrue();
    assertThat(deletions.lease(8, later.minusMillis(1), later.plusSeconds(60))).isFalse();
    assertThat(deletions.lease(-7, NOON.plusSeconds(1), later.plusSeconds(1))).isTrue();
    assertThat(deletions.lease(8, later, later.plusSeconds(60))).isFalse();
    assertThat(deletions.lease(8, later.plusSeconds(1), later.plusSeconds(60))).isTrue();
    assertThat(deletions.lease(-7, later.plusSeconds(1), later.plusSeconds(60))).isFalse();
    deletions.release(-7);
    assertThat(deletions.lease(-7, later.plusSeconds(1), later.plusSeconds(60))).isFalse();
    deletions.release(8);
    assertThat(deletions.lease(-7, later.plusSeconds(1), later.plusSeconds(60))).isTrue();
  }

  @Test
  void contendedLease_hasOneHolder() throws Exception {
    Instant later = NOON.plusSeconds(60);
    try (ExecutorService nodes = Executors.newFixedThreadPool(4)) {
      List<Future<Boolean>> answers = new ArrayList<>();
      for (int i = 1; i <= 20; i++) {
        long node = i;
        answers.add(nodes.submit(() -> deletions.lease(node, NOON, later)));
      }
      int holders = 0;
      for (Future<Boolean> answer : answers) {
        holders += answer.get() ? 1 : 0;
      }
      assertThat(holders).isEqualTo(1);
    }
  }

  @Test
  void regulations_areUnauditedUntilMarked() {
    Regulation first = create(RegulationType.DELETE_ONLY, List.of("a"));
    Regulation second = create(RegulationType.SUPPRESS_ONLY, List.of("a"));
    assertThat(store.unaudited(NOON, 10)).isEmpty();
    assertThat(store.unaudited(NOON.plusMillis(1), 1)).containsExactly(first);
    store.audited(first.id());
    assertThat(store.unaudited(NOON.plusMillis(1), 10)).containsExactly(second);
  }
}
