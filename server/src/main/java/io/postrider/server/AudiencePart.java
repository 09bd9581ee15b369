package io.postrider.server;

import io.postrider.audience.Audience;
import io.postrider.audience.ComputedTrait;
import io.postrider.message.HashKey;
import io.postrider.route.Catalog;
import io.postrider.server.audience.Definitions;
import io.postrider.server.audience.Engine;
import io.postrider.server.audience.Publisher;
import io.postrider.server.control.audience.Computations;
import io.postrider.server.control.audience.NoComputations;
import io.postrider.server.control.profiles.Conclusions;
import io.postrider.server.profile.Hashing;
import io.postrider.server.profile.Identity;
import io.postrider.server.store.Database;
import io.postrider.server.store.Evaluation;
import io.postrider.server.store.SqlComputations;
import io.postrider.server.store.SqlConclusions;
import io.postrider.server.store.SqlEvaluation;
import io.postrider.server.store.SqlEvaluationStore;
import io.postrider.server.store.SqlOutbox;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;

/** Audiences and computed traits: who computes them from profiles, and who tells of them. */
final class AudiencePart {

  private final Database database;
  private final InstantSource time;
  private final Evaluation evaluation;
  private volatile Runnable wake = () -> {};
  private volatile Definitions definitions = Definitions.NONE;
  private Computations computations = new NoComputations();
  private List<Audience> audiences = List.of();
  private List<ComputedTrait> traits = List.of();
  private boolean adopted;

  /** Computes from the profiles in a database. */
  AudiencePart(Database database, InstantSource time) {
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
  void start(HashKey profilesKey, ProfilePart.World world, ClosingStack open) {
    Publisher publisher =
        new Publisher(
            new SqlOutbox(database),
            world.log(),
            () -> definitions,
            world.recordsKey(),
            user -> new Hashing(profilesKey).identity(Identity.Kind.USER, user).hash().high(),
            new Publisher.Environment(world.suppressed(), time, world.metrics()));
    Engine engine = new Engine(new SqlEvaluationStore(database), publisher, time, world.metrics());
    wake = engine::wake;
    computations = new SqlComputations(database, engine, time);
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
  private void adopt(Catalog catalog, HashKey profilesKey, Engine engine) {
    boolean same = catalog.audiences().equals(audiences) && catalog.computedTraits().equals(traits);
    if (!adopted || !same) {
      adopted = true;
      audiences = catalog.audiences();
      traits = catalog.computedTraits();
      definitions = Definitions.of(audiences, traits, name -> new Hashing(profilesKey).event(name));
      engine.offer(definitions);
    }
  }

  /** What the admin API asks. */
  Computations computations() {
    return computations;
  }

  /** What is said of one person. */
  Conclusions conclusions() {
    Supplier<Definitions> known = () -> definitions;
    return new SqlConclusions(database, known);
  }
}
