package io.postrider.server.commands.migrate;

import io.postrider.delivery.CursorSplit;
import io.postrider.delivery.EncodedFailureChunk;
import io.postrider.delivery.OffsetTranslation;
import io.postrider.delivery.OffsetTranslation.Place;
import io.postrider.server.database.ActiveRangeRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How tables that refer to the log are translated: a position becomes one for each partition, and
 * what belongs to a record goes to the partition of the record.
 */
final class OffsetRules {

  /**
   * Tables with a partition whose rows stay: what ended replays went through is shown as a share,
   * and the health of a destination belongs to no partition.
   */
  static final Set<String> UNCHANGED = Set.of("replay_end", "delivery_health");

  private final OffsetTranslation offsets;
  private final String fromLog;
  private final String toLog;

  /**
   * @param fromLog the identity of the log that was copied
   * @param toLog the identity of its copy
   */
  OffsetRules(OffsetTranslation offsets, String fromLog, String toLog) {
    this.offsets = offsets;
    this.fromLog = fromLog;
    this.toLog = toLog;
  }

  /** The rules by the names of their tables. */
  Map<String, Supplier<RowRule>> byTable() {
    Map<String, Supplier<RowRule>> rules = new LinkedHashMap<>();
    rules.put("enabled_span", () -> ends("from_ends", "to_ends"));
    rules.put("connection_span", () -> ends("from_ends", "to_ends"));
    rules.put("delivery_rules", () -> ends("since_ends"));
    rules.put("regulation", () -> ends("hidden_before", "erased_before"));
    rules.put("destination_reach", () -> ends("enabled_since"));
    rules.put("usage_bookmark", () -> this::bookmark);
    rules.put("seen_bookmark", () -> this::bookmark);
    rules.put("profile_bookmark", () -> this::bookmark);
    rules.put("profile_rebuild", () -> this::rebuild);
    rules.put("delivery_position", () -> this::position);
    rules.put("delivery_cursor", () -> this::cursor);
    rules.put("delivery_mark", Marks::new);
    rules.put("delivery_duplicate", () -> this::duplicate);
    rules.put("ledger_gap", () -> this::gap);
    rules.put("replay_request", () -> this::replay);
    rules.put("deletion_chunk", () -> this::chunk);
    return rules;
  }

  /** Translates columns with the end of the log at some moment; an empty text has none. */
  private RowRule ends(String... columns) {
    return row -> {
      Row changed = row;
      for (String column : columns) {
        changed = changed.with(column, translated((String) row.get(column)));
      }
      return List.of(changed);
    };
  }

  private @Nullable String translated(@Nullable String text) {
    return text == null || text.isEmpty()
        ? text
        : Arrays.stream(offsets.positions(ActiveRangeRows.ends(text).at(0)))
            .mapToObj(Long::toString)
            .collect(Collectors.joining(","));
  }

  /** A row for each partition, at its position. */
  private List<Row> each(Row row, long offset, String column) {
    long[] positions = offsets.positions(offset);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < positions.length; i++) {
      rows.add(row.with("log_partition", i).with(column, positions[i]));
    }
    return rows;
  }

  /** The bookmark of a follower. One of another log is left out: the follower starts anew. */
  private List<Row> bookmark(Row row) {
    if (!row.text("log").equals(fromLog)) {
      return List.of();
    }
    List<Row> rows = new ArrayList<>();
    for (Row each : each(row.with("log", toLog), row.number("position"), "position")) {
      rows.add(each.number("log_partition") == 0 ? each : each.with("lost", 0));
    }
    return rows;
  }

  private List<Row> rebuild(Row row) {
    boolean taken = row.text("taken_log").equals(fromLog);
    long[] takenTo = offsets.positions(taken ? row.number("taken") : 0);
    return each(row, row.number("until"), "until").stream()
        .map(
            each ->
                each.with("taken", takenTo[(int) each.number("log_partition")])
                    .with("taken_log", taken ? toLog : ""))
        .toList();
  }

  private List<Row> position(Row row) {
    return row.text("log").equals(fromLog)
        ? each(row.with("log", toLog), row.number("position"), "position")
        : List.of();
  }

  /** An empty state stays: the destination is where its partition is, and it is not new. */
  private List<Row> cursor(Row row) {
    byte[] state = row.bytes("state");
    List<byte[]> parts =
        state.length == 0
            ? Collections.nCopies(offsets.partitions(), state)
            : CursorSplit.cursors(state, offsets);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      rows.add(row.with("log_partition", i).with("state", parts.get(i)));
    }
    return rows;
  }

  private List<Row> duplicate(Row row) {
    Place place = offsets.place(row.number("log_offset"));
    return place == null
        ? List.of()
        : List.of(row.with("log_partition", place.partition()).with("log_offset", place.offset()));
  }

  /** A gap of the ledger in each partition that has messages of it; the first has the count. */
  private List<Row> gap(Row row) {
    long[] from = offsets.positions(row.number("from_offset"));
    long[] end = offsets.positions(row.number("to_offset") + 1);
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < from.length; i++) {
      if (from[i] < end[i]) {
        rows.add(
            row.with("log_partition", i)
                .with("from_offset", from[i])
                .with("to_offset", end[i] - 1)
                .with("entries", rows.isEmpty() ? row.get("entries") : 0L));
      }
    }
    return rows;
  }

  /** A replay that has yet to start, in each partition that has messages of it. */
  private List<Row> replay(Row row) {
    long[] from = offsets.positions(row.number("from_offset"));
    long[] end = offsets.positions(row.number("to_offset"));
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < from.length; i++) {
      if (from[i] < end[i]) {
        rows.add(
            row.with("log_partition", i).with("from_offset", from[i]).with("to_offset", end[i]));
      }
    }
    return rows;
  }

  /** Delete messages of a regulation, which stay together: all of them are in one partition. */
  private List<Row> chunk(Row row) {
    Place place = offsets.place(row.number("first_offset"));
    return List.of(
        row.with("log_partition", 0).with("first_offset", place == null ? 0L : place.offset()));
  }

  /** The failure chunks of a destination are translated together. */
  private final class Marks implements RowRule {

    private final List<Row> same = new ArrayList<>();

    @Override
    public List<Row> apply(Row row) {
      List<Row> rows =
          same.isEmpty() || same.getFirst().number("destination") == row.number("destination")
              ? List.of()
              : finish();
      same.add(row);
      return rows;
    }

    @Override
    public List<Row> finish() {
      if (same.isEmpty()) {
        return List.of();
      }
      Row first = same.getFirst();
      List<List<EncodedFailureChunk>> parts =
          CursorSplit.failures(
              same.stream()
                  .map(row -> new EncodedFailureChunk(row.number("chunk"), row.bytes("content")))
                  .toList(),
              offsets);
      same.clear();
      List<Row> rows = new ArrayList<>();
      for (int i = 0; i < parts.size(); i++) {
        for (EncodedFailureChunk chunk : parts.get(i)) {
          rows.add(
              first
                  .with("log_partition", i)
                  .with("chunk", chunk.key())
                  .with("content", chunk.bytes()));
        }
      }
      return rows;
    }
  }
}
