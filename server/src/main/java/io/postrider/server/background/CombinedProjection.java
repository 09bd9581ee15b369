package io.postrider.server.background;

import io.postrider.log.LogRecord;
import io.postrider.log.RecordLog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several projections fed by one follower, in one transaction. Each has its own bookmark.
 *
 * <p>A partition's calls come from one thread. Following starts where the projection that is
 * furthest behind starts; the others skip the records that they have already processed. A
 * transaction saves the step of all projections or of none.
 */
public final class CombinedProjection implements Projection {

  private final String name;
  private final RecordLog log;
  private final List<Projection> parts;
  private final Consumer<Runnable> transaction;
  private final ConcurrentHashMap<Integer, List<Place>> places = new ConcurrentHashMap<>();

  /** The position of one projection: its bookmark, and the first offset it needs. */
  private record Place(@Nullable Bookmark bookmark, long start) {}

  /**
   * Combines projections that store into one database.
   *
   * @param name the follower's name, for messages
   * @param transaction runs an action in one transaction of that database, which the projections'
   *     own writes join
   */
  public CombinedProjection(
      String name, RecordLog log, List<Projection> parts, Consumer<Runnable> transaction) {
    this.name = name;
    this.log = log;
    this.parts = List.copyOf(parts);
    this.transaction = transaction;
  }

  /** The bookmark of the projection that is furthest behind. */
  @Override
  public Optional<Bookmark> bookmark(int partition) {
    List<Place> found = new ArrayList<>();
    for (Projection part : parts) {
      Bookmark bookmark = part.bookmark(partition).orElse(null);
      found.add(new Place(bookmark, StartPosition.of(name, log, partition, bookmark)));
    }
    places.put(partition, List.copyOf(found));
    Place first = found.getFirst();
    for (Place place : found) {
      first = place.start < first.start ? place : first;
    }
    return Optional.ofNullable(first.bookmark);
  }

  @Override
  public void take(BookmarkMove step, List<LogRecord> records) {
    List<Place> before = places.get(step.partition());
    if (before == null) {
      throw new IllegalStateException("no bookmark was read for partition " + step.partition());
    }
    List<Place> after = new ArrayList<>();
    transaction.accept(
        () -> {
          for (int i = 0; i < parts.size(); i++) {
            after.add(take(parts.get(i), before.get(i), step, records));
          }
        });
    places.put(step.partition(), List.copyOf(after));
  }

  /** Gives one projection the records of a step that it misses; returns its new place. */
  private static Place take(
      Projection part, Place place, BookmarkMove step, List<LogRecord> records) {
    Bookmark after = step.after();
    if (place.start > after.position() || after.equals(place.bookmark)) {
      return place;
    }
    long lost = Math.min(step.lost(), after.position() - place.start);
    List<LogRecord> missing =
        records.stream().filter(record -> record.offset() >= place.start).toList();
    part.take(new BookmarkMove(step.partition(), place.bookmark, after, lost), missing);
    return new Place(after, after.position());
  }
}
