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
