package io.postrider.server.control;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.postrider.log.MemoryLog;
import io.postrider.message.HashKey;
import io.postrider.message.Redaction;
import io.postrider.privacy.Hidden;
import io.postrider.server.bridge.RegulationTrail;
import io.postrider.server.config.Network;
import io.postrider.server.config.Secret;
import io.postrider.server.control.access.Gate;
import io.postrider.server.control.access.Keyring;
import io.postrider.server.control.access.LastUses;
import io.postrider.server.control.access.SessionKey;
import io.postrider.server.control.access.SessionResource;
import io.postrider.server.control.access.Sessions;
import io.postrider.server.control.access.TokenResource;
import io.postrider.server.control.audience.AudienceParts;
import io.postrider.server.control.audience.ComputationRules;
import io.postrider.server.control.audit.AuditResource;
import io.postrider.server.control.audit.AuditTrail;
import io.postrider.server.control.insight.NotificationResource;
import io.postrider.server.control.insight.OverviewResource;
import io.postrider.server.control.profiles.ProfileResource;
import io.postrider.server.control.profiles.RebuildResource;
import io.postrider.server.control.usage.UsageResource;
import io.postrider.server.control.watch.EventsResource;
import io.postrider.server.control.workspace.WorkspaceResource;
import io.postrider.server.debug.Debugger;
import io.postrider.server.debug.RecentCalls;
import io.postrider.server.http.AccessRole;
import io.postrider.server.http.AddressCheck;
import io.postrider.server.http.Call;
import io.postrider.server.http.Caller;
import io.postrider.server.http.ClientAddress;
import io.postrider.server.http.Forwarding;
import io.postrider.server.http.Head;
import io.postrider.server.http.Resources;
import io.postrider.server.privacy.Erasure;
import io.postrider.server.privacy.LiveTombstones;
import io.postrider.server.privacy.Privacy;
import io.postrider.server.privacy.RegulationStore;
import io.postrider.server.privacy.SeenSources;
import io.postrider.server.store.Database;
import io.postrider.server.store.DatabaseUrl;
import io.postrider.server.store.Schema;
import io.postrider.server.store.SecretSeal;
import io.postrider.server.store.SqlAuditTrail;
import io.postrider.server.store.SqlCatalogStore;
import io.postrider.server.store.SqlComputationStore;
import io.postrider.server.store.SqlDeletionStore;
import io.postrider.server.store.SqlDestinationStore;
import io.postrider.server.store.SqlRegulationStore;
import io.postrider.server.store.SqlSourceStore;
import io.postrider.server.store.SqlSuppressionStore;
import io.postrider.server.store.SqlTokenStore;
import io.postrider.server.store.SqlWorkspaceStore;
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
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
class ApiTests {

  static final String TOKEN = "prt_0123456789abcdefghjkmnpqrstvwxyz";
  static final Duration GRACE = Duration.ofHours(24);
  static final Duration HISTORY = Duration.ofDays(90);
  static final Duration LOG_RETENTION = Duration.ofDays(7);

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final ApiDocument DOCUMENT = ApiDocument.read();
  private static Vertx vertx = Vertx.vertx();
  private static HttpClient client = HttpClient.newHttpClient();

  final SecretSeal seal = new SecretSeal("the tests", () -> true, () -> new byte[32]);
  @TempDir Path folder;
  Database database;
  private Database privacyDatabase;
  private Privacy privacy;
  private HttpServer server;
  FlakyStore store;
  DestinationStore destinations;
  final FakeLogPositions log = new FakeLogPositions();
  final FakeDelivery delivery = new FakeDelivery();
  final FakeSeenEvents seen = new FakeSeenEvents();
  final FakeDailyCalls calls = new FakeDailyCalls();
  final MemoryLog records = new MemoryLog();
  final Debugger debugger = new Debugger(records, Hidden.NOTHING);
  final FakeFigures figures = new FakeFigures();
  final FakeProfiles profiles = new FakeProfiles();
  final FakeComputations computations = new FakeComputations();
  volatile Redaction redaction = Redaction.NONE;
  LiveCatalog catalog;
  AuditTrail trail;
  AdminApi api;
  volatile Instant now = Instant.parse("2026-03-01T12:00:00.123Z");

  @BeforeAll
  static void startVertx() {
    vertx = Vertx.vertx();
    client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  @AfterAll
  static void stopVertx() throws Exception {
    client.close();
    vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
  }

  @BeforeEach
  void start() throws Exception {
    database = Database.open(DatabaseUrl.sqlite(folder.resolve("catalog.db")), Schema.CATALOG);
    store =
        new FlakyStore(
            new SqlSourceStore(database),
            new SqlDestinationStore(database, seal),
            new SqlCatalogStore(database, seal));
    destinations = store.destinations();
    catalog = LiveCatalog.open(store);
    KeyMaker keys = new KeyMaker(new SecureRandom());
    Keyring keyring = new Keyring(AdminToken.of(Secret.of(TOKEN)), catalog::tokens);
    SessionKey key =
        new SessionKey(() -> seal.derivedIfThere("tests"), () -> seal.derived("tests"));
    Sessions sessions = new Sessions(key, keyring);
    Forwarding forwarding = new Forwarding(new ClientAddress(trustedProxies()));
    LastUses uses = new LastUses();
    Gate gate = new Gate(keyring, sessions, forwarding, uses, () -> now);
    SqlTokenStore tokens = new SqlTokenStore(database);
    trail = new SqlAuditTrail(database);
    List<ApiPart> parts = new ArrayList<>();
    parts.add(new SessionResource(gate, keyring, sessions, forwarding, uses, () -> now));
    parts.add(new TokenResource(tokens, catalog, uses, keys, () -> now));
    parts.add(new AuditResource(trail));
    parts.add(new WorkspaceResource(new SqlWorkspaceStore(database, seal), catalog, () -> now));
    Destinations.Environment environment =
        new Destinations.Environment(catalog, log, keys, () -> now);
    parts.add(new Sources(store, seen, GRACE, environment));
    parts.add(new SourceSchema(store, catalog, seen, () -> now));
    parts.add(new Destinations(destinations, delivery.ports().health(), GRACE, environment));
    parts.addAll(delivery.ports().parts(catalog, trail, () -> now, call -> redaction));
    parts.add(new OverviewResource(catalog, figures, () -> now));
    parts.add(new NotificationResource(figures));
    parts.add(
        new UsageResource(
            calls, () -> catalog.current().workspace().filteredServerCallsCount(), () -> now));
    parts.add(
        new EventsResource(
            catalog,
            debugger,
            new RecentCalls(records, Hidden.NOTHING),
            call -> redaction,
            () -> now));
    privacyDatabase =
        Database.open(DatabaseUrl.sqlite(folder.resolve("privacy.db")), Schema.PRIVACY);
    privacy = openPrivacy(privacyDatabase);
    parts.add(
        () -> privacy.resources(new SecureRandom()::nextLong, LOG_RETENTION, call -> redaction));
    parts.addAll(
        new AudienceParts(
                new SqlComputationStore(database),
                computations,
                new ComputationRules(HISTORY),
                trail,
                call -> redaction)
            .parts(catalog, keys, () -> now));
    parts.add(new ProfileResource(profiles, profiles, call -> redaction));
    parts.add(new RebuildResource(profiles, trail, () -> now));
    api = new AdminApi(vertx, gate, limits(), parts);
    Router router = Router.router(vertx);
    api.mount(router);
    server =
        vertx
            .createHttpServer()
            .requestHandler(new AddressCheck(vertx, router))
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(10, TimeUnit.SECONDS);
  }

  /** Requests about users are taken and never carried out. */
  private Privacy openPrivacy(Database kept) {
    RegulationStore regulations = new SqlRegulationStore(kept);
    HashKey key = HashKey.of(new byte[HashKey.LENGTH]);
    MemoryLog memoryLog = new MemoryLog();
    return Privacy.open(
        new Privacy.Stores(regulations, new SqlSuppressionStore(kept), new SqlDeletionStore(kept)),
        key,
        new Privacy.World(
            memoryLog,
            catalog::current,
            LiveTombstones.open(regulations, memoryLog, catalog::current, key),
            (destination, stretch) -> Optional.empty(),
            SeenSources.UNKNOWN,
            Erasure.all(List.of()),
            new RegulationTrail(new SqlAuditTrail(database)),
            1,
            () -> now),
        new SimpleMeterRegistry());
  }

  @AfterEach
  void stop() throws Exception {
    api.close();
    debugger.close();
    server.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    privacy.close();
    privacyDatabase.close();
    database.close();
  }

  Resources.Limits limits() {
    return Resources.Limits.DEFAULT;
  }

  List<Network> trustedProxies() {
    return List.of();
  }

  int port() {
    return server.actualPort();
  }

  /** A call as an endpoint gets it. */
  static Call call(String body) {
    return call(Map.of(), body);
  }

  /** A call with variable parts in its path. */
  static Call call(Map<String, String> path, String body) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().add("Content-Type", "application/json");
    return new Call(
        new Caller("root", "Admin token", AccessRole.ADMIN),
        new Head(HttpMethod.GET, "/", headers, "127.0.0.1"),
        path,
        Map.of(),
        ApiDocument.utf8(body));
  }

  /** An answer, read. */
  record Reply(HttpResponse<byte[]> http, @Nullable JsonNode json) {

    int status() {
      return http.statusCode();
    }

    JsonNode body() {
      return requireNonNull(json);
    }

    String text(String field) {
      return body().path(field).asText();
    }

    String header(String name) {
      return http.headers().firstValue(name).orElse("");
    }

    List<String> wrongFields() {
      return body().path("errors").findValuesAsText("field");
    }
  }

  Reply request(String method, String path, @Nullable String body) throws Exception {
    return request(
        method,
        path,
        body == null ? null : ApiDocument.utf8(body),
        Map.of("Authorization", "Bearer " + TOKEN, "Content-Type", "application/json"));
  }

  Reply request(String method, String path, byte @Nullable [] body, Map<String, String> headers)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + path))
            .timeout(Duration.ofSeconds(20))
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

  Reply get(String path) throws Exception {
    return request("GET", path, null);
  }

  Reply post(String path, String body) throws Exception {
    return request("POST", path, body);
  }

  Reply create(String name) throws Exception {
    Reply created =
        post(
            "/api/sources",
            MAPPER.createObjectNode().put("name", name).put("type", "server").toString());
    assertThat(created.status()).isEqualTo(201);
    return created;
  }
}
