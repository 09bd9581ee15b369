package io.postrider;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** The dependencies that ARCHITECTURE.md allows. */
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
    "io.postrider.ledger..",
    "io.postrider.ownership..",
    "io.postrider.webhook..",
    "io.postrider.privacy.."
  };

  @ArchTest
  static final ArchRule coreUsesOnlyItselfAndTheLanguage =
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
              "io.postrider.ledger..",
              "io.postrider.ownership..",
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
  static final ArchRule coreUsesNoClockRandomnessOrThread =
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
  static final ArchRule logUsesNothingOfCoreAndServer =
      noClasses()
          .that()
          .resideInAPackage("io.postrider.log..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              Stream.concat(Arrays.stream(CORE), Stream.of("io.postrider.server.."))
                  .toArray(String[]::new));

  @ArchTest
  static final ArchRule corePackagesHaveNoCycle =
      slices()
          .matching(
              "io.postrider.(audience|condition|delivery|filter|id|message|ownership|privacy"
                  + "|profile|route|webhook)..")
          .should()
          .beFreeOfCycles();

  /** The features, lower ones first. */
  private static final List<String> FEATURES =
      List.of(
          "access",
          "catalog",
          "ledger",
          "delivery",
          "usage",
          "rejected",
          "people",
          "privacy",
          "ingest",
          "alerts",
          "overview");

  @ArchTest
  static void featuresHaveNoCycle(JavaClasses classes) {
    slices()
        .matching("io.postrider.server.(" + String.join("|", FEATURES) + ")..")
        .should()
        .beFreeOfCycles()
        .check(classes);
  }

  /** The workspace file is read with the forms of the admin API, so it counts as outside. */
  @ArchTest
  static void insidesUseNeitherTheirApiNorTheirSql(JavaClasses classes) {
    for (String feature : FEATURES) {
      String root = "io.postrider.server." + feature;
      noClasses()
          .that()
          .resideInAPackage(root + "..")
          .and()
          .resideOutsideOfPackages(root + ".api..", root + ".sql..", root + ".workspace..")
          .and()
          .haveSimpleNameNotEndingWith("Feature")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(root + ".api..", root + ".sql..")
          .allowEmptyShould(true)
          .check(classes);
    }
  }

  /** The classes of each feature that other features may use. */
  private static final Map<String, List<String>> PUBLISHED =
      Map.of(
          "access",
              List.of(
                  "AccessFeature",
                  "AuditEvent",
                  "AuditFields",
                  "AuditStamp",
                  "AuditTrail",
                  "KeyGenerator",
                  "RedactionPolicy",
                  "Tokens",
                  "UrlMask",
                  "Visibility"),
          "catalog",
              List.of(
                  "CatalogFeature",
                  "ComputationResults",
                  "DestinationAuditFields",
                  "DestinationHealth",
                  "LiveCatalog",
                  "NoComputationResults",
                  "RefusedWorkspaceFile",
                  "SeenEvents"),
          "delivery",
              List.of(
                  "AttemptResult",
                  "Backlog",
                  "DeliveryCounts",
                  "DeliveryFeature",
                  "DeliveryInspector",
                  "DeliveryService",
                  "DestinationStatus",
                  "DestinationStatuses",
                  "LatencyHistogram",
                  "SinglePost",
                  "StatisticsReader",
                  "StatisticsStore",
                  "StepCounts",
                  "BacklogAge"),
          "ledger",
              List.of(
                  "AttemptCounts",
                  "AttemptPage",
                  "AttemptQuery",
                  "CountRow",
                  "Dimension",
                  "EntryPosition",
                  "FoundEntry",
                  "GapReason",
                  "GapStore",
                  "LedgerCoverage",
                  "LedgerFeature",
                  "LedgerGap",
                  "LedgerLog",
                  "LedgerRecorder",
                  "LedgerSearch",
                  "LedgerWriter",
                  "MessageEntries",
                  "MessagePosition",
                  "PageDirection",
                  "PastDeliveries",
                  "SqlGapStore",
                  "SubjectCache",
                  "UnsavedGaps"),
          "rejected", List.of("RejectedCall", "RejectedCalls"),
          "usage",
              List.of(
                  "Debugger",
                  "DebuggerEvent",
                  "IngestCountRecorder",
                  "IngestCountStore",
                  "UsageFeature"));

  /** Every published class is used by another feature, and nothing else is. */
  @ArchTest
  static void featuresUseOnlyPublishedClassesOfOthers(JavaClasses classes) {
    Map<String, Set<String>> used = new TreeMap<>();
    for (JavaClass user : classes) {
      String feature = feature(user);
      for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
        JavaClass target = outermost(dependency.getTargetClass().getBaseComponentType());
        String other = feature(target);
        if (!feature.isEmpty() && !other.isEmpty() && !other.equals(feature)) {
          used.computeIfAbsent(other, key -> new TreeSet<>()).add(target.getSimpleName());
        }
      }
    }
    Map<String, Set<String>> published = new TreeMap<>();
    PUBLISHED.forEach((feature, names) -> published.put(feature, new TreeSet<>(names)));
    assertThat(used).isEqualTo(published);
  }

  private static String feature(JavaClass type) {
    String name = type.getPackageName();
    return FEATURES.stream()
        .filter(feature -> (name + ".").startsWith("io.postrider.server." + feature + "."))
        .findFirst()
        .orElse("");
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
  }

  @ArchTest
  static final ArchRule infrastructureUsesNoFeature =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.postrider.server.http..",
              "io.postrider.server.config..",
              "io.postrider.server.folder..",
              "io.postrider.server.database..",
              "io.postrider.server.background..",
              "io.postrider.server.ops..",
              "io.postrider.server.tracing..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              FEATURES.stream()
                  .map(feature -> "io.postrider.server." + feature + "..")
                  .toArray(String[]::new));

  @ArchTest
  static final ArchRule onlyTheWiringUsesTheServer =
      noClasses()
          .that()
          .resideInAPackage("io.postrider.server.(*)..")
          .and()
          .resideOutsideOfPackage("io.postrider.server.commands..")
          .should()
          .dependOnClassesThat(
              DescribedPredicate.describe(
                  "are in the root package, but for NodeContext",
                  type ->
                      type.getPackageName().equals("io.postrider.server")
                          && !type.getSimpleName().equals("NodeContext")));

  @ArchTest
  static final ArchRule ingestNeverTouchesTheDatabase =
      noClasses()
          .that()
          .resideInAPackage("io.postrider.server.ingest..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("io.postrider.server.database..", "java.sql..");
}
