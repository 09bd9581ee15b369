package io.postrider.server.catalog.workspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.postrider.audience.Computation;
import io.postrider.audience.ComputationId;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.catalog.KeyRotation;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.http.admin.ApiTests;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Audiences and computed traits of a workspace file, seen through the admin API and the catalog.
 */
final class DeclaredAudiencesTest extends ApiTests {

  private static final String DESTINATIONS =
      """
      destinations:
        crm: {name: CRM, settings: {webhooks: [{url: "https://example.com/a"}]}}
        mail: {name: Mail, settings: {webhooks: [{url: "https://example.com/b"}]}}
      """;
  private static final String FILE =
      DESTINATIONS
          + """
          audiences:
            best:
              name: Best
              destinations: [crm, mail]
              definition: {all: [{audience: vip}, {trait: total_spent, op: exists}]}
            vip:
              name: VIP
              sync: 1h
              definition: {event: Bought, within: 30d, count: {op: at_least, value: 1}}
          computedTraits:
            spent:
              name: Total Spent
              definition: {kind: sum, event: Bought, property: total}
          """;

  private WorkspaceApplier workspace;

  @BeforeEach
  void openWorkspace() {
    workspace =
        new WorkspaceApplier(
            new SqlCatalogStore(new CatalogAccess(database), seal),
            EnvironmentVariables.of(Map.of()),
            catalog,
            new WorkspacePlanner(
                new KeyGenerator(new SecureRandom()),
                new KeyRotation(GRACE),
                new ComputationRules(HISTORY),
                log,
                () -> now));
  }

  private Computation computation(String name) {
    return catalog.current().computations().stream()
        .filter(one -> name.equals(catalog.declarations().name(one.id())))
        .findFirst()
        .orElseThrow();
  }

  private List<String> refused(String file) {
    long version = catalogStore.version();
    InvalidWorkspaceFileException wrong =
        catchThrowableOfType(InvalidWorkspaceFileException.class, () -> workspace.apply(file));
    assertThat(wrong).as(file).isNotNull();
    assertThat(catalogStore.version()).as("nothing was written").isEqualTo(version);
    return wrong.mistakes().stream().map(Object::toString).toList();
  }

  private String audience(String name, String definition) throws Exception {
    Reply made =
        post(
            "/api/audiences",
            "{'name':'%s','definition':%s}".formatted(name, definition).replace('\'', '"'));
    assertThat(made.status()).isEqualTo(201);
    return made.text("id");
  }

  @Test
  void file_isApplied() throws Exception {
    DeclaredChange change = workspace.apply(FILE);
    assertThat(change.count()).isEqualTo(5);
    assertThat(computation("best").key()).isEqualTo("best");
    assertThat(computation("best").destinations())
        .containsExactlyElementsOf(
            catalog.current().destinations().stream().map(one -> one.id()).toList());
    assertThat(computation("spent").key()).isEqualTo("total_spent");
    Reply shown = get("/api/audiences/" + computation("vip").id());
    assertThat(shown.text("declaredAs")).isEqualTo("vip");
    assertThat(shown.text("sync")).isEqualTo("1h");
    assertThat(get("/api/computed-traits").body().at("/data/0/declaredAs").asText())
        .isEqualTo("spent");
  }

  @Test
  void sameFile_changesNothing() {
    workspace.apply(FILE);
    long version = catalogStore.version();
    now = now.plusSeconds(60);
    assertThat(workspace.apply(FILE).count()).isZero();
    assertThat(catalogStore.version()).isEqualTo(version);
  }

  @Test
  void change_doesNotAffectOtherComputations() {
    workspace.apply(FILE);
    Computation vip = computation("vip");
    now = now.plusSeconds(60);
    DeclaredChange change =
        workspace.apply(FILE.replace("name: VIP", "name: Very Important").replace("30d", "60d"));
    assertThat(change.computations().changed()).hasSize(1);
    Computation changed = computation("vip");
    assertThat(changed.id()).isEqualTo(vip.id());
    assertThat(changed.key()).as("a new name keeps it").isEqualTo("vip");
    assertThat(changed.version()).isEqualTo(2);
    workspace.apply(FILE.replace("        sync: 1h\n", "").replace("    sync: 1h\n", ""));
    assertThat(computation("vip").sync().isRealtime()).as("omitted fields get defaults").isTrue();
  }

  @Test
  void declaredResources_areChangedOnlyInTheFile() throws Exception {
    workspace.apply(FILE);
    String path = "/api/audiences/" + computation("best").id();
    Reply refused = request("PATCH", path, "{\"name\":\"x\"}");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("detail"))
        .isEqualTo("This audience is declared as best in the workspace file; change it there.");
    assertThat(request("DELETE", path, null).status()).isEqualTo(409);
    computations.computes = true;
    assertThat(request("POST", path + "/sync", null).status()).isEqualTo(202);
  }

  @Test
  void removedFromTheFile_isDeleted() {
    workspace.apply(FILE);
    ComputationId spent = computation("spent").id();
    DeclaredChange change = workspace.apply(DESTINATIONS + "audiences: {}\ncomputedTraits: {}\n");
    assertThat(change.computations().removed()).hasSize(3).contains(spent);
    assertThat(catalog.current().computations()).isEmpty();
    workspace.apply(DESTINATIONS);
  }

  @Test
  void missingSection_isRefused() {
    workspace.apply(FILE);
    assertThat(refused(DESTINATIONS))
        .containsExactly(
            "1:1: the file has no audiences, but 2 are declared; to remove them, write"
                + " audiences: {}",
            "1:1: the file has no computedTraits, but 1 are declared; to remove them,"
                + " write computedTraits: {}");
  }

  @Test
  void conflictsWithTheCatalog_areRefused() throws Exception {
    audience("Taken", "{'trait':'x','op':'exists'}");
    assertThat(
            refused(
                """
                destinations: {}
                audiences:
                  a:
                    name: A
                    definition: {audience: b}
                  b:
                    name: B
                    definition:
                      not: {audience: a}
                  c:
                    name: C
                    destinations: [dst_0000000000000]
                    definition: {any: [{audience: nobody}, {audience: taken}]}
                  d:
                    name: taken
                    definition:
                      event: e
                      within: 91d
                      count: {op: at_least, value: 1}
                """))
        .containsExactly(
            "5:18: audiences.a.definition.audience refers back to this audience: a → b → a",
            "9:13: audiences.b.definition.not.audience refers back to this audience: b → a → b",
            "12:20: audiences.c.destinations[0] refers to dst_0000000000000, which does not exist",
            "13:25: audiences.c.definition.any[0].audience is not the key of an audience",
            "15:5: audiences.d.name results in the key taken, which the audience Taken has; choose"
                + " another name",
            "18:7: audiences.d.definition.within must be at most 90d, the retention of"
                + " events (audience.history)");
  }

  @Test
  void usedComputation_mustStayDeclared() throws Exception {
    workspace.apply(FILE);
    audience("Outside", "{'all':[{'audience':'vip'},{'trait':'total_spent','op':'exists'}]}");
    assertThat(refused(DESTINATIONS + "audiences: {}\ncomputedTraits: {}\n"))
        .containsExactly(
            "4:1: audiences must declare the audience VIP: the audience Outside uses it and is not"
                + " declared in this file",
            "5:1: computedTraits must declare the computed trait Total Spent: the audience Outside"
                + " uses it and is not declared in this file");
  }

  @Test
  void removedDestination_isRemovedFromTheLists() throws Exception {
    workspace.apply(FILE);
    String crm = catalog.current().destinations().iterator().next().id().toString();
    Reply outside =
        post(
            "/api/audiences",
            "{'name':'Outside','destinations':['%s'],'definition':{'audience':'vip'}}"
                .formatted(crm)
                .replace('\'', '"'));
    workspace.apply(
        FILE.replaceAll("  crm:.*\n", "")
            .replace("destinations: [crm, mail]", "destinations: [mail]"));
    assertThat(get("/api/audiences/" + outside.text("id")).body().path("destinations")).isEmpty();
    assertThat(computation("best").destinations()).hasSize(1);
  }

  @Test
  void declaredKey_isUsed() {
    String file = "audiences:\n  a: {name: A, key: whales, definition: {trait: x, op: exists}}\n";
    workspace.apply(file);
    assertThat(computation("a").key()).isEqualTo("whales");
    assertThat(refused(file.replace("whales", "wales")))
        .containsExactly("2:16: audiences.a.key cannot be changed: it is whales");
    assertThat(workspace.apply(file.replace(" key: whales,", "")).count()).isZero();
  }

  @Test
  void ids_selectComputations() throws Exception {
    String id = audience("Made by hand", "{'trait':'x','op':'exists'}");
    String file =
        "audiences:\n  a: {id: %s, name: Adopted, definition: {trait: x, op: exists}}\n"
            .formatted(id);
    workspace.apply(file);
    assertThat(computation("a").id()).hasToString(id);
    assertThat(computation("a").key()).isEqualTo("made_by_hand");
    assertThat(
            refused(
                file
                    + "  b: {id: %s, name: Again, definition: {trait: x, op: exists}}\n"
                        .formatted(id)))
        .containsExactly("3:7: audiences.b.id is the ID of audiences.a");
  }

  @Test
  void export_writesTheCatalog() throws Exception {
    String id = audience("Made by hand", "{'trait':'x','op':'exists'}");
    request("PATCH", "/api/audiences/" + id, "{\"name\":\"Renamed\"}");
    String exported = WorkspaceExport.of(catalogStore.load(), now);
    assertThat(exported)
        .isEqualTo(
            """
            # Written by postrider export.
            sources: {}
            destinations: {}
            audiences:
              renamed:
                id: %s
                name: Renamed
                key: made_by_hand
                destinations: []
                definition:
                  trait: x
                  op: exists
            """
                .formatted(id));
    assertThat(workspace.apply(exported).count()).isZero();
    assertThat(computation("renamed").id()).hasToString(id);
  }

  @Test
  void exportOverTheApi_isTheSame() throws Exception {
    workspace.apply(FILE);
    assertThat(
            WorkspaceExport.of(
                get("/api/workspace").body(),
                get("/api/sources").body().path("data").valueStream().toList(),
                get("/api/destinations").body().path("data").valueStream().toList(),
                get("/api/audiences").body().path("data").valueStream().toList(),
                get("/api/computed-traits").body().path("data").valueStream().toList(),
                WorkspaceExport.Format.YAML))
        .isEqualTo(WorkspaceExport.of(catalogStore.load(), now));
  }
}
