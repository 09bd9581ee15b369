package io.postrider;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

/** Who may know whom: the picture in ARCHITECTURE.md, enforced. */
@AnalyzeClasses(packages = "io.postrider", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  private static final String[] CORE = {
    "io.postrider.id..",
    "io.postrider.message..",
    "io.postrider.route..",
    "io.postrider.condition..",
    "io.postrider.filter..",
    "io.postrider.profile..",
    "io.postrider.audience..",
    "io.postrider.delivery..",
    "io.postrider.webhook..",
    "io.postrider.privacy.."
  };

  @ArchTest
  static final ArchRule coreKnowsOnlyItselfAndTheLanguage =
      classes()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "io.postrider.id..",
              "io.postrider.message..",
              "io.postrider.route..",
              "io.postrider.condition..",
              "io.postrider.filter..",
              "io.postrider.profile..",
              "io.postrider.audience..",
              "io.postrider.delivery..",
              "io.postrider.webhook..",
              "io.postrider.privacy..",
              "java.lang..",
              "java.math",
              "java.nio",
              "java.nio.charset",
              "java.text",
              "java.time..",
              "java.util",
              "java.util.function",
              "java.util.random",
              "java.util.stream",
              "java.security",
              "javax.crypto..",
              "org.jspecify..",
              "org.roaringbitmap..");

  @ArchTest
  static final ArchRule coreNeverAsksForTimeChanceOrThreads =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(System.class, "nanoTime")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Random.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocalRandom.class);

  @ArchTest
  static final ArchRule logKnowsNothingOfMessages =
      noClasses()
          .that()
          .resideInAPackage("io.postrider.log..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "io.postrider.message..", "io.postrider.route..", "io.postrider.server..");

  @ArchTest
  static final ArchRule corePackagesHaveNoCycle =
      slices()
          .matching(
              "io.postrider.(audience|condition|delivery|filter|id|message|privacy|profile|route"
                  + "|webhook)..")
          .should()
          .beFreeOfCycles();

  @ArchTest
  static final ArchRule ingestNeverTouchesTheDatabase =
      noClasses()
          .that()
          .resideInAPackage("io.postrider.server.ingest..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.postrider.server.database..", "java.sql..", "org.jdbi..");
}
