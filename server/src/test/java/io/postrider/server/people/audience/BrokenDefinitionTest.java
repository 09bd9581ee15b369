package io.postrider.server.people.audience;

import static io.postrider.server.people.audience.Defining.audience;
import static io.postrider.server.people.audience.Defining.did;
import static io.postrider.server.people.audience.Defining.not;
import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.audience.AudienceCondition;
import io.postrider.server.database.DatabaseUrl;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A definition that the database rejects, among valid ones. */
class BrokenDefinitionTest {

  @TempDir Path folder;

  /** Deeper than SQLite reads expressions; the admin API takes no such definition. */
  private static AudienceCondition refused() {
    AudienceCondition deep = did("Bought", 1);
    for (int i = 0; i < 1_500; i++) {
      deep = not(deep);
    }
    return deep;
  }

  @Test
  void brokenComputation_isFoundAndOthersAreEvaluated() {
    try (EngineHarness world = new EngineHarness(DatabaseUrl.sqlite(folder.resolve("p.db")))) {
      world.define(
          audience(1, "one", did("Bought", 1)),
          audience(2, "deep", refused()),
          audience(3, "three", did("Bought", 1)));
      world.scheduler.apply(world.definitions, world.now);
      world.track("ada", "Bought");
      world.follow();
      assertThat(world.scheduler.cycle(world.now)).isTrue();
      assertThat(world.scheduler.broken()).containsOnlyKeys(2L);
      world.evaluate();
      world.publish();
      assertThat(world.news()).containsExactlyInAnyOrder("ada one=true", "ada three=true");
      assertThat(world.scheduler.broken()).containsOnlyKeys(2L);
    }
  }
}
