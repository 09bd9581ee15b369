package io.postrider.server.people.sql;

import io.postrider.audience.ComputationId;
import io.postrider.audience.ComputationKind;
import io.postrider.condition.Decimal;
import io.postrider.message.CanonicalJson;
import io.postrider.message.Timestamps;
import io.postrider.profile.StoredKey;
import io.postrider.profile.StoredValue;
import io.postrider.server.database.Handle;
import io.postrider.server.people.compiler.ColumnNames;
import io.postrider.server.people.sql.TestProfile.Happening;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Inserts test profiles into the tables, encoded like real ones. */
final class StoredProfiles {

  /** The stored numbers of events, computed traits and audiences. */
  static final ColumnNames NAMES =
      new ColumnNames() {
        @Override
        public long event(String name) {
          return name.hashCode();
        }

        @Override
        public @Nullable String computedTrait(String name) {
          int index = RandomProfiles.COMPUTED.indexOf(name);
          return index < 0 ? null : computedKey(index);
        }

        @Override
        public @Nullable Long audience(String key) {
          int index = RandomProfiles.AUDIENCES.indexOf(key);
          return index < 0 ? null : (Long) (-1L - index);
        }
      };

  private StoredProfiles() {}

  private static String computedKey(int index) {
    return new ComputationId(ComputationKind.TRAIT, index).toString();
  }

  static void keep(Handle handle, boolean jsonb, Collection<TestProfile> people) {
    String json = jsonb ? "cast(? as jsonb)" : "?";
    for (TestProfile person : people) {
      Map<String, Object> computed = new LinkedHashMap<>();
      person
          .computed()
          .forEach(
              (key, value) ->
                  computed.put(computedKey(RandomProfiles.COMPUTED.indexOf(key)), value));
      handle.execute(
          ("insert into profile (id, user_id, traits, trait_times, computed)"
                  + " values (?, ?, %s, '', %s)")
              .formatted(json, json),
          person.id(),
          ("user-" + person.id()).getBytes(StandardCharsets.UTF_8),
          stored(person.traits()),
          stored(computed));
      for (Happening happening : person.happenings()) {
        handle.execute(
            ("insert into event (profile, name, at, seq, size_bytes, properties)"
                    + " values (?, ?, ?, ?, 1, %s)")
                .formatted(json),
            person.id(),
            NAMES.event(happening.event()),
            happening.at(),
            happening.number(),
            stored(happening.properties()));
      }
      for (String audience : person.audiences()) {
        handle.execute(
            "insert into membership (computation, profile, since, change) values (?, ?, 0, 0)",
            NAMES.audience(audience),
            person.id());
      }
    }
  }

  /** One flat object. */
  private static String stored(Map<String, Object> object) {
    Map<String, String> flat = new LinkedHashMap<>();
    add(object, List.of(), flat);
    StringBuilder json = new StringBuilder("{");
    flat.forEach(
        (key, value) ->
            json.append(json.length() == 1 ? "" : ",")
                .append(CanonicalJson.quoted(key))
                .append(':')
                .append(value));
    return json.append('}').toString();
  }

  private static void add(Map<?, ?> object, List<String> path, Map<String, String> flat) {
    object.forEach(
        (name, value) -> {
          List<String> inner = new ArrayList<>(path);
          inner.add((String) name);
          String key = StoredKey.of(inner);
          switch (value) {
            case null -> {}
            case Map<?, ?> map -> {
              flat.put(key, CanonicalJson.quoted(StoredValue.OBJECT));
              add(map, inner, flat);
            }
            case List<?> list ->
                flat.put(
                    key,
                    "["
                        + String.join(",", list.stream().map(StoredProfiles::single).toList())
                        + "]");
            default -> flat.put(key, single(value));
          }
          if (value instanceof String text && Timestamps.parse(text) != Timestamps.UNREADABLE) {
            flat.put(
                StoredKey.moment(key),
                CanonicalJson.quoted(StoredValue.moment(Timestamps.parse(text))));
          }
        });
  }

  private static String single(Object value) {
    return CanonicalJson.quoted(
        switch (value) {
          case String text -> StoredValue.text(text);
          case Decimal number -> StoredValue.number(number);
          case Boolean truth -> truth ? StoredValue.TRUE : StoredValue.FALSE;
          default -> throw new IllegalArgumentException(value.toString());
        });
  }
}
