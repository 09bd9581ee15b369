package io.postrider.server.privacy.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.SourceId;
import io.postrider.log.LogIdentity;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkMovedException;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.SeenStore;
import io.postrider.server.privacy.SeenStore.Found;
import io.postrider.server.privacy.SeenStore.Pair;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of seen-user stores, for every database. */
abstract class SeenStoreContract {

  private static final LogIdentity LOG = new LogIdentity(new UUID(1, 2));
  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final long WEB = -5;
  private static final long APP = 6;
  private static final int MOST = 4;

  private Database database;
  private SeenStore store;
  private @Nullable Bookmark bookmark;

  /** The URL of this test's database, the same for every call. */
  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.SEEN);
    store = new SqlSeenStore(database, MOST);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private void keep(@Nullable Instant gap, Pair... pairs) {
    BookmarkMove step =
        new BookmarkMove(
            0, bookmark, Bookmark.at(LOG, bookmark == null ? 1 : bookmark.position() + 1), 0);
    store.add(step, List.of(pairs), gap, NOON);
    bookmark = step.after();
  }

  private static Set<SourceId> sources(long... bits) {
    return java.util.Arrays.stream(bits)
        .mapToObj(SourceId::new)
        .collect(java.util.stream.Collectors.toUnmodifiableSet());
  }

  @Test
  void pairs_areStoredOnceWithTheBookmark_alsoAfterARestart() {
    assertThat(store.bookmark(0)).isEmpty();
    keep(null, new Pair(Long.MIN_VALUE, WEB), new Pair(7, WEB));
    keep(null, new Pair(Long.MIN_VALUE, APP), new Pair(7, WEB));
    close();
    open();
    assertThat(store.bookmark(0)).contains(Bookmark.at(LOG, 2));
    assertThat(store.of(List.of(Long.MIN_VALUE, 7L, 8L, 7L)))
        .isEqualTo(new Found(Map.of(Long.MIN_VALUE, sources(WEB, APP), 7L, sources(WEB)), null));
    assertThat(store.of(List.of()).sources()).isEmpty();
  }

  @Test
  void movedBookmark_storesNothing() {
    keep(null, new Pair(1, WEB));
    BookmarkMove stale = new BookmarkMove(0, null, Bookmark.at(LOG, 9), 0);
    assertThatThrownBy(() -> store.add(stale, List.of(new Pair(2, WEB)), NOON, NOON))
        .isInstanceOf(BookmarkMovedException.class);
    assertThat(store.of(List.of(2L))).isEqualTo(new Found(Map.of(), null));
  }

  @Test
  void gap_onlyGrows() {
    keep(NOON, new Pair(1, WEB));
    keep(NOON.minusSeconds(1));
    keep(null, new Pair(2, WEB));
    assertThat(store.of(List.of(1L)).gap()).isEqualTo(NOON);
    keep(NOON.plusSeconds(1));
    assertThat(store.of(List.of(1L)).gap()).isEqualTo(NOON.plusSeconds(1));
  }

  @Test
  void pairsBeyondTheLimit_leaveAGap() {
    keep(null, new Pair(1, WEB), new Pair(2, WEB), new Pair(3, WEB));
    keep(null, new Pair(1, WEB), new Pair(1, APP));
    assertThat(store.of(List.of(1L)).gap()).isNull();
    keep(null, new Pair(4, WEB));
    assertThat(store.of(List.of(1L, 4L))).isEqualTo(new Found(Map.of(1L, sources(WEB, APP)), NOON));
    keep(null);
    assertThat(store.bookmark(0)).contains(Bookmark.at(LOG, 4));
  }

  @Test
  void release_acceptsAnotherLog() {
    keep(null, new Pair(1, WEB));
    store.release();
    assertThat(store.bookmark(0)).contains(new Bookmark(LOG, 1, true));
  }
}
