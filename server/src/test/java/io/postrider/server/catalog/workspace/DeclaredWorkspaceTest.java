package io.postrider.server.catalog.workspace;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.postrider.route.ActiveRanges;
import io.postrider.route.Destination;
import io.postrider.route.Source;
import io.postrider.route.Workspace;
import io.postrider.route.WriteKey;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.Declarations;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.http.admin.ApiTests;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Applied workspace files, seen through the admin API and the catalog. */
final class DeclaredWorkspaceTest extends ApiTests {

  private static final String FILE =
      """
      sources:
        shop: {name: Shop, type: web, rateLimit: 7}
        app: {name: App, type: mobile, writeKey: wk_of_the_app}
      destinations:
        crm:
          name: CRM
          sources: [shop, app]
          settings:
            webhooks: [{url: "https://example.com/a"}]
            sharedSecret: ${env:SECRET}
          filters: [{action: drop, when: {event: [Test]}}]
      """;

  private final Map<String, String> environment = new HashMap<>(Map.of("SECRET", "s3cret"));
  private WorkspaceApplier workspace;

  @BeforeEach
  void openWorkspace() {
    workspace =
        new WorkspaceApplier(
            new SqlCatalogStore(new CatalogAccess(database), seal),
            EnvironmentVariables.of(environment),
            catalog,
            new WorkspacePlanner(
                new KeyGenerator(new SecureRandom()),
                new KeyRotation(GRACE),
                new ComputationRules(HISTORY),
                log,
                () -> now));
  }

  private Source source(String name) {
    return catalog.current().sources().stream()
        .filter(one -> name.equals(catalog.declarations().name(one.id())))
        .findFirst()
        .orElseThrow();
  }

  private Destination destination(String name) {
    return catalog.current().destinations().stream()
        .filter(one -> name.equals(catalog.declarations().name(one.id())))
        .findFirst()
        .orElseThrow();
  }

  private List<String> refused(String file) {
    long version = catalogStore.version();
    InvalidWorkspaceFileException wrong =
        catchThrowableOfType(InvalidWorkspaceFileException.class, () -> workspace.apply(file));
    assertThat(wrong).isNotNull();
    assertThat(catalogStore.version()).as("nothing was written").isEqualTo(version);
    return wrong.mistakes().stream().map(Object::toString).toList();
  }

  @Test
  void file_isApplied() throws Exception {
    log.end = 5;
    DeclaredChange change = workspace.apply(FILE);
    assertThat(change.count()).isEqualTo(3);
    assertThat(source("shop").rateLimit()).isEqualTo(7);
    assertThat(source("shop").writeKey().value()).startsWith("wk_").hasSize(29);
    assertThat(source("app").writeKey().value()).isEqualTo("wk_of_the_app");
    Destination crm = destination("crm");
    assertThat(crm.sources()).containsExactly(source("shop").id(), source("app").id());
    assertThat(crm.enabled().contains(0, 5)).isTrue();
    assertThat(crm.enabled().contains(0, 4)).isFalse();
    assertThat(crm.settings().secrets().getFirst().value()).isEqualTo("s3cret");
    assertThat(crm.settings().filters().list()).hasSize(1);
    Reply shown = get("/api/destinations/" + crm.id());
    assertThat(shown.text("declaredAs")).isEqualTo("crm");
    assertThat(get("/api/sources").body().get("data").findValuesAsText("declaredAs"))
        .containsExactly("shop", "app");
  }

  @Test
  void sameFile_changesNothing() {
    workspace.apply(FILE);
    long version = catalogStore.version();
    Destination before = destination("crm");
    log.end = 100;
    now = now.plus(GRACE);
    DeclaredChange change = workspace.apply(FILE);
    assertThat(change.count()).isZero();
    assertThat(catalogStore.version()).isEqualTo(version);
    assertThat(destination("crm")).isEqualTo(before);
  }

  @Test
  void change_doesNotAffectOtherResources() {
    workspace.apply(FILE);
    Destination before = destination("crm");
    Source app = source("app");
    Source shop = source("shop");
    log.end = 100;
    DeclaredChange change =
        workspace.apply(FILE.replace("name: CRM", "name: New CRM").replace(", rateLimit: 7", ""));
    assertThat(change.sources().changed()).hasSize(1);
    assertThat(change.destinations().changed()).hasSize(1);
    assertThat(source("app")).isEqualTo(app);
    assertThat(source("shop").rateLimit()).isNull();
    assertThat(source("shop").writeKeys()).isEqualTo(shop.writeKeys());
    assertThat(destination("crm").name()).isEqualTo("New CRM");
    assertThat(destination("crm").enabled()).isEqualTo(before.enabled());
    assertThat(destination("crm").connections()).isEqualTo(before.connections());
  }

  @Test
  void removedFromTheFile_isDeleted() throws Exception {
    workspace.apply(FILE);
    String app = source("app").id().toString();
    String mine = create("Mine").text("id");
    log.end = 9;
    workspace.apply(
        """
        sources:
          shop: {name: Shop, type: web, rateLimit: 7}
        destinations:
          crm:
            name: CRM
            sources: [shop]
            settings: {webhooks: [{url: "https://example.com/a"}]}
        """);
    assertThat(get("/api/sources/" + app).status()).isEqualTo(404);
    assertThat(get("/api/sources/" + mine).status()).isEqualTo(200);
    Destination crm = destination("crm");
    assertThat(crm.settings().secrets()).isEmpty();
    assertThat(crm.settings().filters().list()).isEmpty();
    ActiveRanges left = crm.connections().lastEntry().getValue();
    assertThat(left.contains(0, 8)).isTrue();
    assertThat(left.contains(0, 9)).isFalse();
    workspace.apply("sources: {}\ndestinations: {}\n");
    assertThat(catalog.current().destinations()).isEmpty();
    assertThat(catalog.current().sources()).extracting(Source::name).containsExactly("Mine");
    assertThat(catalog.declarations()).isEqualTo(Declarations.NONE);
  }

  @Test
  void truncatedFile_removesNothing() {
    workspace.apply(FILE);
    String half = FILE.substring(0, FILE.indexOf("destinations:"));
    assertThat(refused(half))
        .containsExactly(
            "1:1: the file has no destinations, but 1 are declared; to remove them,"
                + " write destinations: {}");
    assertThat(refused("destinations: {}")).hasSize(1);
    assertThat(destination("crm").isEnabled()).isTrue();
  }

  @Test
  void declaredResources_areChangedOnlyInTheFile() throws Exception {
    workspace.apply(FILE);
    String shop = "/api/sources/" + source("shop").id();
    String app = "/api/sources/" + source("app").id();
    String crm = "/api/destinations/" + destination("crm").id();
    for (String path : List.of(shop, crm)) {
      Reply refused = request("PATCH", path, "{\"name\":\"x\"}");
      assertThat(refused.status()).isEqualTo(409);
      assertThat(refused.text("detail")).contains("workspace file");
      assertThat(request("DELETE", path, null).status()).isEqualTo(409);
    }
    assertThat(post(crm + "/secrets", "{}").status()).isEqualTo(409);
    assertThat(post(app + "/write-keys", "{}").status()).isEqualTo(409);
    assertThat(post(shop + "/write-keys", "{}").status()).as("no key in the file").isEqualTo(201);
    assertThat(workspace.apply(FILE).count()).as("the new one stays").isZero();
    assertThat(request("PUT", shop + "/schema/Test", "{\"allowed\":false}").status())
        .isEqualTo(200);
    assertThat(workspace.apply(FILE).count()).isZero();
  }

  @Test
  void writeKey_isRotated() {
    workspace.apply(FILE);
    workspace.apply(FILE.replace("wk_of_the_app", "wk_of_the_new_app"));
    assertThat(source("app").writeKeys())
        .containsExactly(
            new WriteKey("wk_of_the_new_app", now, null),
            new WriteKey("wk_of_the_app", now, now.plus(GRACE)));
    workspace.apply(FILE);
    assertThat(source("app").writeKeys())
        .containsExactly(
            new WriteKey("wk_of_the_app", now, null),
            new WriteKey("wk_of_the_new_app", now, now.plus(GRACE)));
  }

  @Test
  void secret_isReplacedOnlyIfItDiffers() throws Exception {
    Reply made =
        post(
            "/api/destinations",
            "{\"name\":\"D\",\"settings\":{\"webhooks\":[{\"url\":\"https://e.example/\"}],"
                + "\"sharedSecret\":\"first\"}}");
    post(made.header("Location") + "/secrets", "{\"sharedSecret\":\"s3cret\"}");
    String file =
        """
        destinations:
          d:
            id: %s
            name: D
            settings: {webhooks: [{url: "https://e.example/"}], sharedSecret: "${env:SECRET}"}
        """
            .formatted(made.text("id"));
    assertThat(workspace.apply(file).count()).isZero();
    assertThat(destination("d").settings().secrets()).hasSize(2);
    environment.put("SECRET", "other");
    assertThat(workspace.apply(file).count()).isEqualTo(1);
    assertThat(destination("d").settings().secrets()).hasSize(1);
  }

  @Test
  void id_adoptsOrCreatesAResource() throws Exception {
    String mine = create("Mine").text("id");
    String file = "sources: {mine: {id: %s, name: Mine, type: server}}";
    assertThat(workspace.apply(file.formatted(mine)).count()).isZero();
    assertThat(get("/api/sources/" + mine).text("declaredAs")).isEqualTo("mine");
    assertThat(refused(file.formatted("src_0000000000001")))
        .containsExactly(
            "1:18: sources.mine.id must be %s, which has this name; or use another name"
                .formatted(mine));
    String both =
        "sources: {mine: {id: %1$s, name: M, type: web}, me: {id: %1$s, name: N, type: web}}"
            .formatted(mine);
    assertThat(refused(both).getFirst()).contains("sources.me.id is the ID of");
    workspace.apply("sources: {you: {id: src_0000000000001, name: You, type: web}}");
    assertThat(source("you").id()).hasToString("src_0000000000001");
    assertThat(get("/api/sources/" + mine).status()).as("its name is not declared").isEqualTo(404);
  }

  @Test
  void resourceRenamedInTheFile_isMatchedById() throws Exception {
    String mine = create("Mine").text("id");
    workspace.apply("sources: {a: {id: %s, name: Mine, type: server}}".formatted(mine));
    workspace.apply("sources: {b: {id: %s, name: Mine, type: server}}".formatted(mine));
    assertThat(source("b").id()).hasToString(mine);
    assertThat(catalog.current().sources()).hasSize(1);
  }

  @Test
  void conflictsWithExistingResources_areRefused() throws Exception {
    Reply mine = create("Mine");
    String taken =
        "sources: {a: {name: A, type: web, writeKey: %s}}".formatted(mine.text("writeKey"));
    assertThat(refused(taken))
        .containsExactly("1:35: sources.a.writeKey belongs to another source");
    String twice =
        "sources: {a: {name: A, type: web, writeKey: wk_twice}, b: {name: B, type: web, writeKey:"
            + " wk_twice}}";
    assertThat(refused(twice).getFirst()).contains("sources.b.writeKey belongs to another source");
    String lost =
        """
        destinations:
          d:
            name: D
            sources: [%s, src_0000000000000]
            settings: {webhooks: [{url: "https://e.example/"}]}
        """
            .formatted(mine.text("id"));
    assertThat(refused(lost)).containsExactly("4:34: destinations.d.sources[1] is not a source");
  }

  @Test
  void workspaceSettings_areApplied() throws Exception {
    String file =
        """
        workspace:
          name: Acme
          redactedFields: [traits.email, "*.phone"]
          notifications: {url: "https://ops.example/hook", sharedSecret: "${env:SECRET}"}
        """;
    assertThat(workspace.apply(file).count()).isEqualTo(1);
    Workspace set = catalog.current().workspace();
    assertThat(set.name()).isEqualTo("Acme");
    assertThat(set.redactedFields()).containsExactly("traits.email", "*.phone");
    assertThat(set.notifications().url()).isEqualTo("https://ops.example/hook");
    assertThat(requireNonNull(set.notifications().secret()).value()).isEqualTo("s3cret");
    assertThat(get("/api/workspace").body().get("declared").toString())
        .isEqualTo("[\"name\",\"notifications\",\"redactedFields\"]");
    long version = catalogStore.version();
    assertThat(workspace.apply(file).count()).isZero();
    assertThat(catalogStore.version()).isEqualTo(version);
    assertThat(get("/api/audit?resource=workspace").body().get("data").findValuesAsText("action"))
        .containsExactly("workspace.changed");
  }

  @Test
  void declaredSettings_areChangedOnlyInTheFile() throws Exception {
    workspace.apply("workspace: {name: Acme, notifications: {failingAfter: 2h}}");
    Reply refused =
        request(
            "PATCH",
            "/api/workspace",
            "{\"name\":\"x\",\"notifications\":{},\"filteredServerCallsCount\":true}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("detail"))
        .isEqualTo("The workspace file declares name, notifications; change it there.");
    assertThat(catalog.current().workspace().filteredServerCallsCount()).isFalse();
    String others = "{\"filteredServerCallsCount\":true,\"redactedFields\":[\"a\"]}";
    assertThat(request("PATCH", "/api/workspace", others).status()).isEqualTo(200);
    workspace.apply("workspace: {notifications: {url: \"https://ops.example/\"}}");
    Workspace set = catalog.current().workspace();
    assertThat(set.notifications().failingAfter()).as("defaults").hasHours(1);
    assertThat(set.name()).as("stays when no longer declared").isEqualTo("Acme");
    assertThat(request("PATCH", "/api/workspace", "{\"name\":\"x\"}").status()).isEqualTo(200);
    workspace.apply("sources: {}");
    assertThat(get("/api/workspace").body().has("declared")).isFalse();
    assertThat(catalog.current().workspace().redactedFields()).containsExactly("a");
  }

  @Test
  void invalidSettings_haveLocations() {
    assertThat(
            refused(
                """
                workspace:
                  nam: Acme
                  redactedFields: [a, a]
                  notifications:
                    url: ftp://x
                """))
        .containsExactly(
            "2:3: workspace.nam is unknown; did you mean name?",
            "3:23: workspace.redactedFields[1] is the same as redactedFields[0]",
            "5:5: workspace.notifications.url must start with http:// or https://");
    assertThat(refused("workspace:\n"))
        .containsExactly(
            "1:1: workspace must have fields, such as name:; for none, write workspace: {}");
  }

  /** A change by the API that started before the file declared its resource. */
  @Test
  void resourceDeclaredMeanwhile_isNotChanged() throws Exception {
    String mine = create("Mine").text("id");
    String file = "sources: {mine: {id: %s, name: Mine, type: server}}".formatted(mine);
    CountDownLatch asked = new CountDownLatch(1);
    CompletableFuture<Integer> answer = new CompletableFuture<>();
    WorkspaceApplier other = elsewhere(asked, answer, "/api/sources/" + mine);
    other.apply(file);
    assertThat(answer.get(60, TimeUnit.SECONDS)).isEqualTo(409);
    assertThat(get("/api/sources/" + mine).text("name")).isEqualTo("Mine");
  }

  /**
   * Another node that applies a file. While it holds the catalog's lock, it waits until the API of
   * this node is about to change the catalog.
   */
  private WorkspaceApplier elsewhere(
      CountDownLatch asked, CompletableFuture<Integer> answer, String path) {
    SqlCatalogStore other = new SqlCatalogStore(new CatalogAccess(database), seal);
    return new WorkspaceApplier(
        other,
        EnvironmentVariables.of(environment),
        LiveCatalog.open(other),
        new WorkspacePlanner(
            new KeyGenerator(new SecureRandom()),
            new KeyRotation(GRACE),
            new ComputationRules(HISTORY),
            () -> {
              access.onEveryCall(asked::countDown);
              Thread.startVirtualThread(() -> answer.complete(renamed(path)));
              await(asked);
              access.comeBack();
              return log.get();
            },
            () -> now));
  }

  private int renamed(String path) {
    try {
      return request("PATCH", path, "{\"name\":\"Renamed\"}").status();
    } catch (Exception failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException hurry) {
      throw new IllegalStateException(hurry);
    }
  }

  @Test
  void writeKeys_canMoveBetweenSources() {
    String file =
        "sources: {a: {name: A, type: web, writeKey: %s}, b: {name: B, type: web, writeKey: %s}}";
    workspace.apply(file.formatted("wk_first", "wk_second"));
    assertThat(refused(file.formatted("wk_second", "wk_first")))
        .as("previous keys are still valid")
        .isNotEmpty();
    workspace.apply("sources: {b: {name: B, type: web, writeKey: wk_first}}");
    assertThat(source("b").writeKey().value()).isEqualTo("wk_first");
  }
}
