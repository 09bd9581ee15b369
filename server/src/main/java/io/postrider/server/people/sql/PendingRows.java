package io.postrider.server.people.sql;

import io.postrider.server.database.CompiledStatements;
import io.postrider.server.database.SqlText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/** Profiles that wait to be evaluated. To be used within a transaction. */
final class PendingRows {

  /** A profile with more characters of triggers is taken as touched by anything. */
  static final int MOST_CHARACTERS = 2_000;

  private PendingRows() {}

  /** Adds triggers of some profiles to those that wait already. */
  static void add(Handle handle, Map<Long, Collection<String>> touched) {
    if (touched.isEmpty()) {
      return;
    }
    try (PreparedBatch batch =
        handle.prepareBatch(
            "insert into pending (profile, touched) values (?, ?)"
                + " on conflict (profile) do update set touched ="
                + " case when length(pending.touched) > ? then '*'"
                + " else pending.touched || ? || excluded.touched end")) {
      touched.forEach(
          (profile, triggers) ->
              batch.add(profile, String.join("\n", triggers), MOST_CHARACTERS, "\n"));
      batch.execute();
    }
  }

  /**
   * Some that wait.
   *
   * @param profiles in order
   * @param evaluations about how many they take; as many as were allowed if others still wait
   */
  record Portion(List<Long> profiles, int evaluations) {}

  /**
   * Some that wait, in order, behind one; at least one if there is any.
   *
   * @param most how many evaluations they may take
   * @param evaluations how many somebody takes who was touched by these
   */
  static Portion portion(
      Handle handle, long after, int most, ToIntFunction<Set<String>> evaluations) {
    List<Long> profiles = new ArrayList<>();
    int many = 0;
    for (Map.Entry<Long, Set<String>> one : some(handle, after, most).entrySet()) {
      int more = Math.max(1, evaluations.applyAsInt(one.getValue()));
      if (many + more > most && !profiles.isEmpty()) {
        return new Portion(profiles, most);
      }
      profiles.add(one.getKey());
      many += more;
    }
    return new Portion(profiles, many);
  }

  private static Map<Long, Set<String>> some(Handle handle, long after, int most) {
    Map<Long, Set<String>> some = new LinkedHashMap<>();
    handle
        .select("select * from pending where profile > ? order by profile limit ?", after, most)
        .map(
            (row, context) ->
                Map.entry(
                    row.getLong("profile"), StoredComputationRows.lines(row.getString("touched"))))
        .forEach(one -> some.put(one.getKey(), one.getValue()));
    return some;
  }

  /** Takes some out, with what they were touched by. */
  static Map<Long, Set<String>> take(CompiledStatements rows, Collection<Long> profiles) {
    Map<Long, Set<String>> taken = new HashMap<>();
    rows.each(
        new SqlText()
            .add("delete from pending where ")
            .add(rows.dialect().among("profile", profiles))
            .add(" returning profile, touched"),
        row -> taken.put(row.getLong(1), StoredComputationRows.lines(row.getString(2))));
    return taken;
  }
}
