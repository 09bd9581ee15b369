package io.postrider.server.http.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The OpenAPI document as a judge: says whether a request and its answer are as it promises. */
public final class ApiDocument {

  private static final String HOME = "urn:openapi";
  private static final Set<String> METHODS = Set.of("get", "post", "patch", "put", "delete");

  private final ObjectMapper mapper = new ObjectMapper();
  private final JsonNode root;
  private final SchemaRegistry registry;

  private ApiDocument(JsonNode root) {
    this.root = root;
    this.registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder -> builder.schemas(Map.of(HOME, root.toString())));
  }

  public static ApiDocument read() {
    byte[] body = new OpenApiDocument().answer(ApiTests.call("")).body();
    try {
      return new ApiDocument(new ObjectMapper().readTree(body));
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  public JsonNode root() {
    return root;
  }

  /** Every "METHOD /path" that it describes. */
  public Set<String> operations() {
    Set<String> operations = new TreeSet<>();
    root.get("paths")
        .properties()
        .forEach(
            path ->
                path.getValue()
                    .fieldNames()
                    .forEachRemaining(
                        method -> {
                          if (METHODS.contains(method)) {
                            operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey());
                          }
                        }));
    return operations;
  }

  /** Fails unless an exchange is as described. A request that was refused may be anything. */
  public void check(String method, String path, @Nullable String body, HttpResponse<byte[]> answer)
      throws IOException {
    String template = template(path);
    JsonNode operation = root.at("/paths").path(template).path(method.toLowerCase(Locale.ROOT));
    if (operation.isMissingNode()) {
      assertThat(answer.statusCode()).isIn(401, 404, 405);
      operation = root.at("/paths").path(template).path("get");
      if (operation.isMissingNode()) {
        return;
      }
    }
    JsonNode promised =
        resolved(operation.path("responses").path(Integer.toString(answer.statusCode())));
    assertThat(promised.isMissingNode())
        .as("%s %s may answer %d", method, template, answer.statusCode())
        .isFalse();
    promised
        .path("headers")
        .properties()
        .forEach(
            header ->
                assertThat(answer.headers().firstValue(header.getKey()))
                    .as(header.getKey())
                    .isPresent());
    checkBody(promised.path("content"), answer);
    if (answer.statusCode() < 300 && body != null && !body.isEmpty()) {
      JsonNode content = resolved(operation.path("requestBody")).path("content");
      check(content.path("application/json").path("schema"), mapper.readTree(body), true);
    }
  }

  private void checkBody(JsonNode content, HttpResponse<byte[]> answer) throws IOException {
    if (content.isMissingNode()) {
      assertThat(answer.body()).isEmpty();
      return;
    }
    String type = answer.headers().firstValue("Content-Type").orElseThrow();
    assertThat(content.has(type)).as("content type %s", type).isTrue();
    if (answer.request().method().equals("HEAD")) {
      assertThat(answer.body()).isEmpty();
      return;
    }
    if (type.endsWith("json")) {
      check(content.get(type).get("schema"), mapper.readTree(answer.body()), true);
    }
  }

  /** Whether a value fits a schema of the components. */
  public boolean fits(String schema, String json) throws IOException {
    JsonNode reference = mapper.createObjectNode().put("$ref", "#/components/schemas/" + schema);
    return errors(reference, mapper.readTree(json)).isEmpty();
  }

  private void check(JsonNode schema, JsonNode value, boolean fits) {
    List<String> errors = errors(schema, value);
    assertThat(errors.isEmpty()).as("%s: %s", value, errors).isEqualTo(fits);
  }

  private List<String> errors(JsonNode schema, JsonNode value) {
    String reference = schema.path("$ref").asText();
    com.networknt.schema.Schema compiled =
        reference.isEmpty()
            ? registry.getSchema(schema)
            : registry.getSchema(SchemaLocation.of(HOME + reference));
    return compiled.validate(value).stream().map(Object::toString).toList();
  }

  private JsonNode resolved(JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.isEmpty() ? node : root.at(reference.substring(1));
  }

  /** The path of the document that a path is an instance of; one without variables goes first. */
  private String template(String path) {
    String plain = path.replaceFirst("\\?.*", "").replaceFirst("/$", "");
    if (root.get("paths").has(plain)) {
      return plain;
    }
    return root.get("paths").properties().stream()
        .map(Map.Entry::getKey)
        .filter(template -> plain.matches(template.replaceAll("\\{[^}]+}", "[^/]+")))
        .findFirst()
        .orElse(plain);
  }

  /** Every reference in the document that leads nowhere. */
  public Set<String> brokenReferences() {
    return root.findValuesAsText("$ref").stream()
        .filter(reference -> root.at(reference.substring(1)).isMissingNode())
        .collect(Collectors.toSet());
  }

  /** Every component that nothing refers to. */
  public Set<String> unusedComponents() {
    Set<String> used = Set.copyOf(root.findValuesAsText("$ref"));
    return StreamSupport.stream(
            ((Iterable<String>) () -> root.get("components").fieldNames()).spliterator(), false)
        .filter(kind -> !kind.equals("securitySchemes"))
        .flatMap(
            kind ->
                root.get("components").get(kind).properties().stream()
                    .map(entry -> "#/components/" + kind + "/" + entry.getKey()))
        .filter(reference -> !used.contains(reference))
        .collect(Collectors.toSet());
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
