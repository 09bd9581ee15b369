package io.postrider.server.people.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AggregateKind;
import io.postrider.audience.AudienceCondition;
import io.postrider.audience.TraitDefinition;
import io.postrider.condition.Comparison;
import io.postrider.condition.Decimal;
import io.postrider.condition.Operator;
import io.postrider.condition.Value;
import io.postrider.profile.StoredKey;
import io.postrider.profile.StoredValue;
import io.postrider.server.catalog.definition.ComputationResults.Preview;
import io.postrider.server.catalog.definition.ComputationResults.Sampled;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Handle;
import io.postrider.server.database.Schema;
import io.postrider.server.people.audience.Definitions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of previews, for every database. */
abstract class PreviewContract {

  private static final int PEOPLE = 2_000;
  private static final long EVENT = 77;

  private Database database;
  private long nanos;
  private long nanosPerLook;

  abstract DatabaseUrl url();

  @BeforeEach
  void open() {
    database = Database.open(url(), Schema.PROFILES);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Previews previews() {
    Definitions names = Definitions.of(List.of(), List.of(), name -> EVENT);
    return new Previews(database, () -> names, () -> Instant.EPOCH, () -> nanos += nanosPerLook);
  }

  /** Every other person is a pro, every fifth anonymous; each third did something worth 2 and 3. */
  private void fill() {
    String json = database.engine() == DatabaseUrl.Engine.SQLITE ? "?" : "cast(? as jsonb)";
    int _ =
        database.write(
            handle -> {
              for (int id = 1; id <= PEOPLE; id++) {
                handle.execute(
                    ("insert into profile (id, user_id, traits, trait_times, computed)"
                            + " values (?, ?, %s, '', %s)")
                        .formatted(json, json),
                    id,
                    id % 5 == 0 ? null : ("user-" + id).getBytes(UTF_8),
                    "{\"%s\":\"%s\"}"
                        .formatted(
                            StoredKey.of("plan"), StoredValue.text(id % 2 == 0 ? "pro" : "free")),
                    "{}");
                if (id % 3 == 0) {
                  event(handle, json, id, 2);
                  event(handle, json, id, 3);
                }
              }
              return PEOPLE;
            });
  }

  private static void event(Handle handle, String json, int id, int worth) {
    handle.execute(
        ("insert into event (profile, name, at, seq, size_bytes, properties)"
                + " values (?, ?, ?, ?, 1, %s)")
            .formatted(json),
        id,
        EVENT,
        worth,
        worth,
        "{\"worth\":\"%s\"}".formatted(StoredValue.number(worth)));
  }

  /** Changes all events of one value to another value. */
  private void revalue(int worth, String number) {
    String json = database.engine() == DatabaseUrl.Engine.SQLITE ? "?" : "cast(? as jsonb)";
    String properties = "{\"worth\":\"%s\"}".formatted(StoredValue.number(Decimal.of(number)));
    int _ =
        database.write(
            handle ->
                handle.execute(
                    "update event set properties = %s where at = ?".formatted(json),
                    properties,
                    worth));
  }

  private static AudienceCondition pros() {
    return new AudienceCondition.TraitIs(
        "plan", new Comparison(Operator.EQUALS, List.of(Value.of("pro"))));
  }

  @Test
  void messageWithoutIds_isSkipped() {
    Preview preview = previews().of(pros(), 20);
    assertThat(preview).isEqualTo(new Preview(0, List.of(), 0, true));
  }

  @Test
  void computedTrait_returnsValuesAsSent() {
    fill();
    String exact = "0.123456789012345678901234567890123456789";
    revalue(2, exact);
    revalue(3, "1e399");
    TraitDefinition list =
        new TraitDefinition(AggregateKind.UNIQUE_LIST, "Bought", List.of("worth"), List.of(), null);
    assertThat(previews().of(list, 1).sample())
        .extracting(Sampled::value)
        .containsExactly("[%s,1e+399]".formatted(exact));
  }

  @Test
  void allProfilesRead_isExact() {
    fill();
    Preview preview = previews().of(pros(), 20);
    assertThat(preview.exact()).isTrue();
    assertThat(preview.size()).isEqualTo(800);
    assertThat(preview.ofProfiles()).isEqualTo(1_600);
    assertThat(preview.sample())
        .hasSize(20)
        .doesNotHaveDuplicates()
        .allMatch(one -> Integer.parseInt(one.userId().substring(5)) % 2 == 0);
    // samples come from all profiles
    assertThat(preview.sample())
        .anyMatch(one -> Integer.parseInt(one.userId().substring(5)) > PEOPLE / 2);
  }

  @Test
  void timeLimit_extrapolates() {
    fill();
    // every read of the clock takes a sixth of the limit, so some slices are skipped
    nanosPerLook = Previews.TIME_LIMIT.toNanos() / 6;
    Preview preview = previews().of(pros(), 20);
    assertThat(preview.exact()).isFalse();
    assertThat(preview.size()).isBetween(700L, 900L);
    assertThat(preview.ofProfiles()).isBetween(1_500L, 1_700L);
  }

  @Test
  void duringARebuild_nothingIsExact() {
    fill();
    rebuild("insert into profile_rebuild (log_partition, started_at, until) values (0, 0, 9)");
    Preview preview = previews().of(pros(), 20);
    assertThat(preview.exact()).isFalse();
    assertThat(preview.size()).isEqualTo(800);
    rebuild("delete from profile_rebuild");
    assertThat(previews().of(pros(), 20).exact()).isTrue();
  }

  private void rebuild(String statement) {
    int _ = database.write(handle -> handle.execute(statement));
  }

  @Test
  void computedTrait_hasValues() {
    fill();
    TraitDefinition sum =
        new TraitDefinition(AggregateKind.SUM, "Bought", List.of("worth"), List.of(), null);
    Preview preview = previews().of(sum, 5);
    // multiples of three that are none of five
    assertThat(preview.size()).isEqualTo(533);
    assertThat(preview.sample()).hasSize(5).extracting(Sampled::value).containsOnly("5");
    TraitDefinition first =
        new TraitDefinition(AggregateKind.FIRST, "Bought", List.of("none"), List.of(), null);
    assertThat(previews().of(first, 5).size()).isZero();
    AudienceCondition twice =
        new AudienceCondition.EventCount(
            "Bought",
            List.of(),
            null,
            new Comparison(Operator.EQUALS, List.of(Value.of(Decimal.of("2")))));
    assertThat(previews().of(twice, 5).size()).isEqualTo(533);
  }
}
