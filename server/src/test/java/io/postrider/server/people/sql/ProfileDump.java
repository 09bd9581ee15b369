package io.postrider.server.people.sql;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.id.Wtf8;
import io.postrider.profile.Unflattener;
import io.postrider.server.database.Database;
import io.postrider.server.database.ExactText;
import io.postrider.server.database.Handle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * All stored profiles as text that does not depend on their numbers. Fails if the tables contradict
 * each other.
 */
final class ProfileDump {

  private ProfileDump() {}

  static List<String> of(Database database) {
    return database.read(ProfileDump::of);
  }

  private static List<String> of(Handle handle) {
    check(handle);
    Map<Long, List<String>> lines = new TreeMap<>();
    handle
        .select("select profile, kind, id_bytes from identity order by kind, id_bytes")
        .map(
            row ->
                lines
                    .computeIfAbsent(row.getLong(1), id -> new ArrayList<>())
                    .add((row.getInt(2) == 1 ? "u:" : "a:") + Wtf8.decode(row.getBytes(3))))
        .list();
    handle
        .select("select id, user_id, traits, trait_times, computed from profile")
        .map(
            row -> {
              byte[] user = row.getBytes(2);
              return lines
                  .computeIfAbsent(row.getLong(1), id -> new ArrayList<>())
                  .add(
                      "is %s traits %s times %s computed %s"
                          .formatted(
                              user == null ? "nobody" : Wtf8.decode(user),
                              Unflattener.json(row.getString(3)),
                              row.getString(4),
                              row.getString(5)));
            })
        .list();
    handle
        .select(
            "select profile, identified, first_seen_at, last_seen_at, event_count, event_bytes"
                + " from activity")
        .map(
            row ->
                requireNonNull(lines.get(row.getLong(1)))
                    .add(
                        "%s seen %d to %d, %d events of %d bytes"
                            .formatted(
                                row.getBoolean(2) ? "user" : "anonymous",
                                row.getLong(3),
                                row.getLong(4),
                                row.getInt(5),
                                row.getLong(6))))
        .list();
    handle
        .select(
            "select g.profile, t.id_bytes, g.at, t.traits, t.trait_times from profile_group g"
                + " join group_traits t on t.group_hash = g.group_hash order by t.id_bytes")
        .map(
            row ->
                requireNonNull(lines.get(row.getLong(1)))
                    .add(
                        "in %s at %d: %s %s"
                            .formatted(
                                Wtf8.decode(row.getBytes(2)),
                                row.getLong(3),
                                Unflattener.json(row.getString(4)),
                                row.getString(5))))
        .list();
    handle
        .select(
            "select e.profile, n.text_value, n.text_exact, e.at, e.seq, e.size_bytes, e.properties"
                + " from event e join event_name n on n.name = e.name order by e.at, e.seq")
        .map(
            row ->
                requireNonNull(lines.get(row.getLong(1)))
                    .add(
                        "did %s at %d #%d %d bytes %s"
                            .formatted(
                                ExactText.read(row.getString(2), row.getBytes(3)),
                                row.getLong(4),
                                row.getLong(5),
                                row.getInt(6),
                                Unflattener.json(row.getString(7)))))
        .list();
    return lines.values().stream().map(person -> String.join("\n  ", person)).sorted().toList();
  }

  private static void check(Handle handle) {
    none(handle, "select id from profile where id not in (select profile from activity)");
    none(handle, "select profile from activity where profile not in (select id from profile)");
    none(handle, "select profile from identity where profile not in (select id from profile)");
    none(handle, "select profile from event where profile not in (select id from profile)");
    for (String table : List.of("profile_group", "recent_profile")) {
      none(
          handle,
          "select profile from %s where profile not in (select id from profile)".formatted(table));
    }
    none(handle, "select name from event where name not in (select name from event_name)");
    none(handle, "select id from profile where id >= (select next_profile from profile_state)");
    none(
        handle,
        "select a.profile from activity a where a.event_count <>"
            + " (select count(*) from event e where e.profile = a.profile) or a.event_bytes <>"
            + " (select coalesce(sum(e.size_bytes), 0) from event e where e.profile = a.profile)");
    none(
        handle,
        "select a.profile from activity a join profile p on p.id = a.profile"
            + " where a.identified <> (p.user_id is not null)");
    none(
        handle,
        "select p.id from profile p where p.user_id is not null and not exists (select 1 from"
            + " identity i where i.profile = p.id and i.kind = 1 and i.id_bytes = p.user_id)");
  }

  private static void none(Handle handle, String query) {
    assertThat(handle.select(query).mapTo(Long.class).list()).as(query).isEmpty();
  }
}
