package io.postrider.server.catalog.workspace;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.route.LogEndOffsets;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.CatalogStore;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.LogRange;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An exported file that is applied elsewhere exports the same file there. */
class RoundTripTest {

  private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:(\\w+)}");
  private static final long SEED = Long.getLong("postrider.seed", 20_260_101L);

  @TempDir Path folder;

  private final Random random = new Random(SEED);

  /** One installation. */
  private final class Place implements AutoCloseable {

    private final Database database;
    private final CatalogStore catalog;
    private final Map<String, String> environment = new HashMap<>();
    private final WorkspaceApplier workspace;

    Place(String name) {
      database = Database.open(DatabaseUrl.sqlite(folder.resolve(name)), Schema.CATALOG);
      SecretSeal seal = new SecretSeal("the tests", () -> true, () -> new byte[32]);
      catalog = new SqlCatalogStore(new CatalogAccess(database), seal);
      workspace =
          new WorkspaceApplier(
              new SqlCatalogStore(new CatalogAccess(database), seal),
              EnvironmentVariables.of(environment),
              LiveCatalog.open(catalog),
              new WorkspacePlanner(
                  new KeyGenerator(random),
                  new KeyRotation(Duration.ofHours(1)),
                  new ComputationRules(Duration.ofDays(90)),
                  () -> new LogRange(LogEndOffsets.of(0), LogEndOffsets.of(3)),
                  () -> NOON));
    }

    String export() {
      return WorkspaceExport.of(catalog.load(), NOON);
    }

    /** Sets the variables of a file. */
    DeclaredChange apply(String file) {
      Matcher variables = VARIABLE.matcher(file);
      while (variables.find()) {
        environment.put(variables.group(1), "the only secret");
      }
      return workspace.apply(file);
    }

    @Override
    public void close() {
      database.close();
    }
  }

  @Test
  void export_isAFixedPoint() {
    System.out.printf("RoundTripTest: replay with -Dpostrider.seed=%d%n", SEED);
    for (int i = 0; i < 12; i++) {
      try (Place one = new Place("one" + i);
          Place other = new Place("other" + i)) {
        String file = new RandomWorkspace(random).file();
        one.apply(file);
        assertThat(one.catalog.load().sources())
            .allMatch(source -> RandomWorkspace.names().contains(source.name()));
        String exported = one.export();
        assertThat(exported).doesNotContain("the only secret");
        one.environment.clear();
        assertThat(one.apply(exported).count()).as(exported).isZero();
        assertThat(one.export()).isEqualTo(exported);
        other.apply(exported);
        assertThat(other.export()).isEqualTo(exported);
      }
    }
  }

  /** Readers of YAML 1.1 take 1e-7 for text. */
  @ParameterizedTest
  @CsvSource({
    "1e2, 100",
    "1E+21, 1000000000000000000000",
    "-1.5e21, -1500000000000000000000",
    "1e-7, 0.0000001",
    "25e-9, 0.000000025",
    "0.10, 0.1",
    "12345678901234567890, 12345678901234567890",
    "1e29, 100000000000000000000000000000",
    "1e30, 1e+30",
    "1e-30, 0.000000000000000000000000000001",
    "1e-31, 1e-31",
    "1e400, 1e400",
    "1.00000000000000000001e3, 1.00000000000000000001e3",
  })
  void numbers_areExportedPlain(String written, String expected) {
    assertExported(written, expected);
  }

  private void assertExported(String written, String expected) {
    String file =
        """
        destinations:
          d:
            name: D
            settings:
              webhooks:
                - url: https://example.com/
            filters:
              - when:
                  field: properties.x
                  op: equals
                  value: %s
                action: drop
        """
            .formatted(written);
    try (Place place = new Place("values")) {
      place.apply(file);
      String exported = place.export();
      assertThat(exported).contains("value: " + expected + "\n");
      assertThat(place.apply(exported).count()).as(exported).isZero();
    }
  }

  @Test
  void hiddenCharacters_areExportedEscaped() {
    String escaped = "\"a\\u202eb\\U000e0001c\\u001B\\u0085\"";
    assertExported(escaped, escaped);
  }

  @Test
  void emptyCatalog_exportsEmptySections() {
    try (Place place = new Place("empty")) {
      String exported = place.export();
      assertThat(exported)
          .isEqualTo("# Written by postrider export.\nsources: {}\ndestinations: {}\n");
      assertThat(place.apply(exported).count()).isZero();
    }
  }
}
