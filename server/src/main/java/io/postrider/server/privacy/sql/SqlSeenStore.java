package io.postrider.server.privacy.sql;

import io.postrider.id.SourceId;
import io.postrider.server.background.Bookmark;
import io.postrider.server.background.BookmarkMove;
import io.postrider.server.background.BookmarkRows;
import io.postrider.server.database.Database;
import io.postrider.server.database.Handle;
import io.postrider.server.database.PreparedBatch;
import io.postrider.server.database.Schema;
import io.postrider.server.privacy.SeenStore;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Seen users in SQL. Every change moves the bookmark first, which locks out other writers. */
public final class SqlSeenStore implements SeenStore {

  private static final BookmarkRows BOOKMARKS = new BookmarkRows("seen_bookmark");

  private final Database database;
  private final long most;

  /** Stores pairs in a database that was opened with {@link Schema#SEEN}. */
  public SqlSeenStore(Database database) {
    this(database, MAX_PAIRS);
  }

  SqlSeenStore(Database database, long most) {
    this.database = database;
    this.most = most;
  }

  @Override
  public Optional<Bookmark> bookmark(int partition) {
    return database.read(handle -> BOOKMARKS.find(handle, partition));
  }

  @Override
  public void add(BookmarkMove step, Collection<Pair> pairs, @Nullable Instant gap, Instant now) {
    database.change(
        handle -> {
          BOOKMARKS.move(handle, step);
          if (gap != null) {
            widen(handle, gap);
          }
          if (!pairs.isEmpty()) {
            add(handle, pairs, now);
          }
        });
  }

  /** Locks the row of the count first, so that nodes insert one after the other. */
  private void add(Handle handle, Collection<Pair> pairs, Instant now) {
    handle.execute("update seen set pairs = pairs where id = 1");
    if (handle.select("select pairs from seen").mapTo(Long.class).one() >= most) {
      widen(handle, now);
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into seen_user (user_hash, source) values (?, ?) on conflict do nothing")) {
      pairs.forEach(pair -> batch.add(pair.userHash(), pair.sourceBits()));
      handle.execute(
          "update seen set pairs = pairs + ? where id = 1", Arrays.stream(batch.execute()).sum());
    }
  }

  private static void widen(Handle handle, Instant gap) {
    handle.execute(
        "update seen set gap_until = ? where id = 1 and (gap_until is null or gap_until < ?)",
        gap.toEpochMilli(),
        gap.toEpochMilli());
  }

  @Override
  public Found of(Collection<Long> userHashes) {
    return database.read(handle -> found(handle, userHashes));
  }

  private static Found found(Handle handle, Collection<Long> userHashes) {
    Map<Long, Set<SourceId>> sources = new HashMap<>();
    if (!userHashes.isEmpty()) {
      Object[] users = Set.copyOf(userHashes).toArray();
      handle
          .select(
              "select user_hash, source as source_bits from seen_user where user_hash in (%s)"
                  .formatted(String.join(", ", Collections.nCopies(users.length, "?"))),
              users)
          .mapTo(Pair.class)
          .forEach(
              pair ->
                  sources
                      .computeIfAbsent(pair.userHash(), user -> new HashSet<>())
                      .add(new SourceId(pair.sourceBits())));
    }
    return new Found(
        sources, handle.select("select gap_until from seen").mapTo(Instant.class).one());
  }

  @Override
  public void release() {
    database.change(BOOKMARKS::release);
  }
}
