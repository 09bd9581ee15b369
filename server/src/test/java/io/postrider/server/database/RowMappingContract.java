package io.postrider.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.postrider.id.DestinationId;
import io.postrider.id.RegulationId;
import io.postrider.id.SourceId;
import io.postrider.log.LogIdentity;
import io.postrider.message.SourceType;
import io.postrider.privacy.RegulationStatus;
import io.postrider.route.LogEndOffsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every engine's columns become. */
abstract class RowMappingContract {

  private Database database;

  abstract DatabaseUrl url();

  @BeforeEach
  final void open() {
    database = Database.open(url(), Schema.NOTIFICATIONS);
  }

  @AfterEach
  final void close() {
    database.close();
  }

  private record Times(Instant startedAt, @Nullable Instant endedAt, Duration tookMillis) {}

  private record Ids(SourceId source, DestinationId destination, RegulationId regulation) {}

  private record Texts(
      SourceType type, RegulationStatus status, LogIdentity log, @Nullable LogEndOffsets ends) {}

  private static final String NO_FLAG = " from (select cast(null as boolean) as is_on) flag";

  private record Flags(boolean on, boolean off, @Nullable Integer limit) {}

  @Test
  void times_areMilliseconds() {
    assertThat(
            database.list(
                Times.class,
                "select 1500 as started_at, cast(null as bigint) as ended_at, 7 as took_millis"))
        .containsExactly(new Times(Instant.ofEpochMilli(1500), null, Duration.ofMillis(7)));
  }

  @Test
  void ids_areTheirBits() {
    assertThat(database.list(Ids.class, "select 1 as source, -2 as destination, 3 as regulation"))
        .containsExactly(new Ids(new SourceId(1), new DestinationId(-2), new RegulationId(3)));
    assertThat(database.list(SourceId.class, "select 5")).containsExactly(new SourceId(5));
  }

  @Test
  void texts_areEnumsAndPlacesInTheLog() {
    String log = "00000000-0000-0001-0000-000000000002";
    assertThat(
            database.list(
                Texts.class,
                "select ? as type, ? as status, ? as log, ? as ends",
                SourceType.WEB.wireName(),
                RegulationStatus.RUNNING.name(),
                log,
                "4,7"))
        .containsExactly(
            new Texts(
                SourceType.WEB,
                RegulationStatus.RUNNING,
                new LogIdentity(UUID.fromString(log)),
                new LogEndOffsets(List.of(4L, 7L))));
    assertThat(database.list(LogEndOffsets.class, "select cast(null as text)"))
        .containsExactly((LogEndOffsets) null);
  }

  @Test
  void flags_andNumbersThatMayBeMissing() {
    assertThat(
            database.list(
                Flags.class,
                "select ? as \"on\", ? as off, cast(null as integer) as \"limit\"",
                true,
                false))
        .containsExactly(new Flags(true, false, null));
    assertThat(
            database.list(
                Flags.class, "select is_on as \"on\", is_on as off, 7 as \"limit\"" + NO_FLAG))
        .containsExactly(new Flags(false, false, 7));
    assertThat(database.list(Boolean.class, "select ? = 1", 1)).containsExactly(true);
    assertThat(database.list(Boolean.class, "select is_on" + NO_FLAG))
        .containsExactly((Boolean) null);
  }

  @Test
  void unknownEnum_failsAndIsNamed() {
    assertThatThrownBy(() -> database.list(SourceType.class, "select 'carrier_pigeon'"))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining("SourceType")
        .hasMessageContaining("carrier_pigeon");
  }

  @Test
  void missingColumn_fails() {
    assertThatThrownBy(() -> database.list(Ids.class, "select 1 as source, 2 as destination"))
        .hasMessageContaining("regulation");
  }
}
