package io.postrider.server.http.admin;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.audience.ComputationKind;
import io.postrider.log.MemoryLog;
import io.postrider.message.HashKey;
import io.postrider.message.Redaction;
import io.postrider.privacy.HiddenRecords;
import io.postrider.server.access.AdminAuth;
import io.postrider.server.access.AdminToken;
import io.postrider.server.access.AuditTrail;
import io.postrider.server.access.KeyGenerator;
import io.postrider.server.access.Sessions;
import io.postrider.server.access.SignInGuard;
import io.postrider.server.access.TokenLookup;
import io.postrider.server.access.TokenUsage;
import io.postrider.server.access.api.AuditResource;
import io.postrider.server.access.api.SessionResource;
import io.postrider.server.access.api.TokenResource;
import io.postrider.server.access.sql.EndedSessionStore;
import io.postrider.server.access.sql.SqlAuditTrail;
import io.postrider.server.access.sql.TokenStore;
import io.postrider.server.alerts.FakeNotificationStore;
import io.postrider.server.alerts.api.NotificationResource;
import io.postrider.server.catalog.FakeLogRange;
import io.postrider.server.catalog.FakeSeenEvents;
import io.postrider.server.catalog.FlakyCatalogAccess;
import io.postrider.server.catalog.LiveCatalog;
import io.postrider.server.catalog.api.ComputationResource;
import io.postrider.server.catalog.api.ComputationResultsResource;
import io.postrider.server.catalog.api.DestinationResource;
import io.postrider.server.catalog.api.SchemaResource;
import io.postrider.server.catalog.api.SourceResource;
import io.postrider.server.catalog.api.WorkspaceResource;
import io.postrider.server.catalog.definition.ComputationRules;
import io.postrider.server.catalog.definition.FakeComputations;
import io.postrider.server.catalog.sql.ComputationStore;
import io.postrider.server.catalog.sql.DestinationStore;
import io.postrider.server.catalog.sql.SourceStore;
import io.postrider.server.catalog.sql.SqlCatalogStore;
import io.postrider.server.catalog.sql.WorkspaceStore;
import io.postrider.server.config.IpNetwork;
import io.postrider.server.config.Secret;
import io.postrider.server.database.CatalogAccess;
import io.postrider.server.database.Database;
import io.postrider.server.database.DatabaseUrl;
import io.postrider.server.database.Schema;
import io.postrider.server.database.SecretSeal;
import io.postrider.server.delivery.api.FakeDelivery;
import io.postrider.server.delivery.api.ReceivedMessages;
import io.postrider.server.http.BodyBudget;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.ForwardedHeaders;
import io.postrider.server.http.PathCheck;
import io.postrider.server.http.RequestHead;
import io.postrider.server.overview.FakeOverviewFigures;
import io.postrider.server.overview.OverviewResource;
import io.postrider.server.people.api.FakeProfiles;
import io.postrider.server.people.api.ProfileResource;
import io.postrider.server.people.api.ProfileSearchResource;
import io.postrider.server.people.api.RebuildResource;
import io.postrider.server.privacy.ActiveRegulations;
import io.postrider.server.privacy.PrivacyFixture;
import io.postrider.server.privacy.RegulationStore;
import io.postrider.server.privacy.api.RegulationResource;
import io.postrider.server.privacy.api.SuppressionResource;
import io.postrider.server.privacy.sql.SqlRegulationStore;
import io.postrider.server.rejected.RejectedFixture;
import io.postrider.server.rejected.api.RejectedResource;
import io.postrider.server.usage.FakeDailyCalls;
import io.postrider.server.usage.api.DebuggerResource;
import io.postrider.server.usage.api.UsageResource;
import io.postrider.server.usage.debugger.Debugger;
import io.postrider.server.usage.debugger.RecentMessages;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * What tests of the admin API stand on: a server on loopback over a new SQLite file, and a client
 * that holds every exchange against the OpenAPI document.
 */
public class ApiTests {

  public static final String TOKEN = "prt_0123456789abcdefghjkmnpqrstvwxyz";
  public static final Duration GRACE = Duration.ofHours(24);
  public static final Duration HISTORY = Duration.ofDays(90);
  public static final Duration LOG_RETENTION = Duration.ofDays(7);

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ApiDocument DOCUMENT = ApiDocument.read();
  private static Vertx vertx = Vertx.vertx();
  private static HttpClient client = HttpClient.newHttpClient();

  public final SecretSeal seal = new SecretSeal("the tests", () -> true, () -> new byte[32]);
  @TempDir public Path folder;
  public Database database;
  private Database privacyDatabase;
  private ActiveRegulations activeRegulations;
  private HttpServer server;
  public FlakyCatalogAccess access;
  public SqlCatalogStore catalogStore;
  public SourceStore store;
  public DestinationStore destinations;
  public final FakeLogRange log = new FakeLogRange();
  public final FakeDelivery delivery = new FakeDelivery();
  public final FakeSeenEvents seen = new FakeSeenEvents();
  public final FakeDailyCalls calls = new FakeDailyCalls();
  public final MemoryLog records = new MemoryLog();
  public final Debugger debugger = new Debugger(records, HiddenRecords.nothing());
  public final FakeOverviewFigures figures = new FakeOverviewFigures();
  public final FakeNotificationStore notifications = new FakeNotificationStore();
  public final FakeProfiles profiles = new FakeProfiles();
  public final FakeComputations computations = new FakeComputations();
  public final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  public volatile Redaction redaction = Redaction.NONE;
  public LiveCatalog catalog;
  public AuditTrail trail;
  public AdminApi api;
  public volatile Instant now = Instant.parse("2026-03-01T12:00:00.123Z");
  public final RejectedFixture rejected = new RejectedFixture(() -> now);

  @BeforeAll
  public static void startVertx() {
    vertx = Vertx.vertx();
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @AfterAll
  public static void stopVertx() throws Exception {
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  @BeforeEach
  public void start() throws Exception {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("catalog.db")), Schema.CATALOG);
    access = new FlakyCatalogAccess(database);
    store = new SourceStore(access);
    destinations = new DestinationStore(access, seal);
    catalogStore = new SqlCatalogStore(access, seal);
    catalog = LiveCatalog.open(catalogStore);
    KeyGenerator keys = new KeyGenerator(new SecureRandom());
    TokenLookup keyring = new TokenLookup(AdminToken.of(Secret.of(TOKEN)), catalog::tokens);
    Sessions sessions = new Sessions(seal, "tests", keyring, new SecureRandom());
    ForwardedHeaders forwarding = new ForwardedHeaders(new ClientAddress(trustedProxies()));
    TokenUsage uses = new TokenUsage();
    SignInGuard guard = new SignInGuard(forwarding, metrics);
    AdminAuth gate = new AdminAuth(keyring, sessions, forwarding, uses, guard, () -> now);
    TokenStore tokens = new TokenStore(new CatalogAccess(database));
    trail = new SqlAuditTrail(new CatalogAccess(database));
    List<ApiRoutes> parts = new ArrayList<>();
    EndedSessionStore ended = new EndedSessionStore(access);
    parts.add(new SessionResource(gate, sessions, ended, catalog::refresh, forwarding, () -> now));
    parts.add(new TokenResource(tokens, catalog::refresh, uses, keys, () -> now));
    parts.add(new AuditResource(trail));
    parts.add(
        new WorkspaceResource(
            new WorkspaceStore(new CatalogAccess(database), seal), catalog, () -> now));
    parts.add(new SourceResource(store, seen, catalog, log, keys, GRACE, () -> now));
    parts.add(new SchemaResource(store, catalog, seen, () -> now));
    parts.add(
        new DestinationResource(
            destinations,
            catalog,
            log,
            destination -> delivery.health.of(destination),
            keys,
            GRACE,
            () -> now));
    parts.addAll(
        delivery.api().routes(catalog, trail, () -> now, call -> redaction, ReceivedMessages.NONE));
    parts.add(new OverviewResource(catalog, figures, () -> now));
    parts.add(new NotificationResource(notifications));
    parts.add(new RejectedResource(rejected.reports(), call -> redaction, () -> now));
    parts.add(new UsageResource(calls, () -> now));
    parts.add(
        new DebuggerResource(
            catalog,
            debugger,
            new RecentMessages(records, HiddenRecords.nothing()),
            call -> redaction,
            () -> now));
    privacyDatabase =
        Database.open(DatabaseUrl.sqlite(folder.resolve("privacy.db")), Schema.PRIVACY);
    activeRegulations = openRegulations(privacyDatabase);
    RegulationStore regulations = new SqlRegulationStore(privacyDatabase);
    Predicate<ApiRequest> seesUsers = call -> !redaction.hides("userId");
    parts.add(
        new RegulationResource(
            regulations,
            activeRegulations,
            catalog::current,
            new SecureRandom()::nextLong,
            LOG_RETENTION,
            seesUsers,
            () -> now));
    parts.add(new SuppressionResource(regulations, seesUsers));
    ComputationStore definitions = new ComputationStore(new CatalogAccess(database));
    ComputationRules rules = new ComputationRules(HISTORY);
    for (ComputationKind kind : ComputationKind.values()) {
      parts.add(
          new ComputationResultsResource(
              kind, computations, rules, catalog, trail, call -> redaction, () -> now));
      parts.add(
          new ComputationResource(
              kind, definitions, computations, rules, catalog, keys, () -> now));
    }
    parts.add(new ProfileResource(profiles, call -> redaction));
    parts.add(new ProfileSearchResource(profiles, call -> redaction));
    parts.add(new RebuildResource(profiles.rebuild(() -> now), trail, () -> now));
    api = new AdminApi(vertx, gate, limits(), bodies(), parts);
    Router router = Router.router(vertx);
    api.mount(router);
    server =
        vertx
            .createHttpServer()
            .requestHandler(new PathCheck(vertx, router))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
  }

  /** Regulations are accepted and never run. */
  private ActiveRegulations openRegulations(Database kept) {
    HashKey key = HashKey.of(new byte[HashKey.LENGTH]);
    MemoryLog memoryLog = new MemoryLog();
    return PrivacyFixture.open(
        kept,
        memoryLog,
        catalog::current,
        new SqlAuditTrail(new CatalogAccess(database)),
        key,
        () -> now);
  }

  @AfterEach
  public void stop() throws Exception {
    api.close();
    debugger.close();
    server.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
    activeRegulations.close();
    privacyDatabase.close();
    database.close();
  }

  public ResourceRouter.Limits limits() {
    return ResourceRouter.Limits.DEFAULT;
  }

  public BodyBudget bodies() {
    return new BodyBudget(16 << 20);
  }

  public List<IpNetwork> trustedProxies() {
    return List.of();
  }

  public int port() {
    return server.actualPort();
  }

  /** A call as an endpoint gets it. */
  public static ApiRequest call(String body) {
    return call(Map.of(), body);
  }

  /** A call with variable parts in its path. */
  public static ApiRequest call(Map<String, String> path, String body) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Content-Type", "application/json");
    return new ApiRequest(
        new Caller("root", "Admin token", AccessRole.ADMIN),
        new RequestHead(HttpMethod.GET, "/", headers, "127.0.0.1", false),
        path,
        Map.of(),
        ApiDocument.utf8(body));
  }

  /** An answer, read. */
  public record Reply(HttpResponse<byte[]> http, @Nullable JsonNode json) {

    public int status() {
      return http.statusCode();
    }

    public JsonNode body() {
      return requireNonNull(json);
    }

    public String text(String field) {
      return body().path(field).asText();
    }

    public String header(String name) {
      return http.headers().firstValue(name).orElse("");
    }

    public List<String> wrongFields() {
      return body().path("errors").findValuesAsText("field");
    }
  }

  public Reply request(String method, String path, @Nullable String body) throws Exception {
    return request(
        method,
        path,
        body == null ? null : ApiDocument.utf8(body),
        Map.of("Authorization", "Bearer " + TOKEN, "Content-Type", "application/json"));
  }

  public Reply request(
      String method, String path, byte @Nullable [] body, Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .timeout(Duration.ofMinutes(1))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    HttpResponse<byte[]> answer =
        client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    String sent = body == null ? null : new String(body, java.nio.charset.StandardCharsets.UTF_8);
    if (!method.equals("OPTIONS")) {
      DOCUMENT.check(method.equals("HEAD") ? "GET" : method, path, sent, answer);
    }
    return new Reply(answer, json(answer));
  }

  private static @Nullable JsonNode json(HttpResponse<byte[]> answer) throws IOException {
    boolean json = answer.headers().firstValue("Content-Type").orElse("").endsWith("json");
    return answer.body().length == 0 || !json ? null : MAPPER.readTree(answer.body());
  }

  public Reply get(String path) throws Exception {
    return request("GET", path, null);
  }

  public Reply post(String path, String body) throws Exception {
    return request("POST", path, body);
  }

  public Reply create(String name) throws Exception {
    Reply created =
        post(
            "/api/sources",
            MAPPER.createObjectNode().put("name", name).put("type", "server").toString());
    assertThat(created.status()).isEqualTo(201);
    return created;
  }
}
