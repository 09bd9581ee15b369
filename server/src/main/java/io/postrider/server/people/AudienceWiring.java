package io.postrider.server.people;

import io.postrider.audience.Audience;
import io.postrider.audience.ComputedTrait;
import io.postrider.message.HashKey;
import io.postrider.route.Catalog;
import io.postrider.server.background.ClosingStack;
import io.postrider.server.catalog.definition.ComputationFigures;
import io.postrider.server.catalog.definition.NoComputationFigures;
import io.postrider.server.database.Database;
import io.postrider.server.people.api.ProfileMemberships;
import io.postrider.server.people.audience.AudienceEngine;
import io.postrider.server.people.audience.Definitions;
import io.postrider.server.people.audience.OutboxPublisher;
import io.postrider.server.people.profile.IdHasher;
import io.postrider.server.people.profile.Identity;
import io.postrider.server.people.sql.Evaluation;
import io.postrider.server.people.sql.SqlComputationFigures;
import io.postrider.server.people.sql.SqlEvaluation;
import io.postrider.server.people.sql.SqlEvaluationStore;
import io.postrider.server.people.sql.SqlOutbox;
import io.postrider.server.people.sql.SqlProfileMemberships;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Audiences and computed traits: who computes them from profiles, and who tells of them. */
final class AudienceWiring {

  private final Database database;
  private final InstantSource time;
  private final Evaluation evaluation;
  private volatile Runnable wake = () -> {};
  private volatile Definitions definitions = Definitions.NONE;
  private ComputationFigures computations = new NoComputationFigures();
  private List<Audience> audiences = List.of();
  private List<ComputedTrait> traits = List.of();
  private boolean adopted;

  /** Computes from the profiles in a database. */
  AudienceWiring(Database database, InstantSource time) {
    this.database = database;
    this.time = time;
    this.evaluation = new SqlEvaluation(database, () -> wake.run());
  }

  /** What whoever keeps profiles has to tell. */
  Evaluation evaluation() {
    return evaluation;
  }

  /**
   * Starts to compute, and to tell.
   *
   * @param profilesKey what profiles are hashed with
   * @param open gets what has to be closed before the log is
   */
  void start(HashKey profilesKey, PeopleFeature.World world, ClosingStack open) {
    OutboxPublisher publisher =
        new OutboxPublisher(
            new SqlOutbox(database),
            world.log(),
            () -> definitions,
            world.recordsKey(),
            user -> new IdHasher(profilesKey).identity(Identity.Kind.USER, user).hash().high(),
            new OutboxPublisher.Environment(world.suppressed(), time, world.metrics()));
    AudienceEngine engine =
        new AudienceEngine(new SqlEvaluationStore(database), publisher, time, world.metrics());
    wake = engine::wake;
    computations = new SqlComputationFigures(database, engine, time);
    open.add(publisher);
    open.add(engine);
    world.catalog().listen(catalog -> adopt(catalog, profilesKey, engine));
    publisher.start(engine::wake);
    engine.start();
  }

  /**
   * Most changes of the catalog are none of audiences. The first catalog is offered even without
   * any: previews take the numbers of events from there.
   */
  private void adopt(Catalog catalog, HashKey profilesKey, AudienceEngine engine) {
    boolean same = catalog.audiences().equals(audiences) && catalog.computedTraits().equals(traits);
    if (!adopted || !same) {
      adopted = true;
      audiences = catalog.audiences();
      traits = catalog.computedTraits();
      definitions =
          Definitions.of(audiences, traits, name -> new IdHasher(profilesKey).event(name));
      engine.offer(definitions);
    }
  }

  /** What the admin API asks. */
  ComputationFigures computations() {
    return computations;
  }

  /** What is said of one person. */
  ProfileMemberships conclusions() {
    Supplier<Definitions> known = () -> definitions;
    return new SqlProfileMemberships(database, known);
  }
}
