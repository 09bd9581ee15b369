package io.postrider.server.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/**
 * Traces.
 *
 * @param endpoint the URL of a collector that takes OTLP over HTTP; empty means no traces
 * @param samplePercent how many calls are traced of those that are not part of a sampled trace
 */
public record TracingConfig(Optional<String> endpoint, int samplePercent) {

  private static final String PATH = "/v1/traces";

  public TracingConfig {
    Bounds.that(
        endpoint.isEmpty() || isUsable(endpoint.get()),
        "'tracing.endpoint' is not an http or https URL with a host and without a user, such as"
            + " http://localhost:4318");
    Bounds.between(0, samplePercent, 100, "tracing.sample-percent");
  }

  private static boolean isUsable(String text) {
    try {
      URI uri = new URI(text);
      boolean http = "http".equalsIgnoreCase(uri.getScheme());
      return (http || "https".equalsIgnoreCase(uri.getScheme()))
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && uri.getRawFragment() == null;
    } catch (URISyntaxException _) {
      return false;
    }
  }

  /** Where spans are posted: the endpoint, with the usual path if it has none. */
  public Optional<String> url() {
    return endpoint.map(TracingConfig::withPath);
  }

  private static String withPath(String text) {
    URI uri = URI.create(text);
    boolean bare = uri.getRawPath().isEmpty() || uri.getRawPath().equals("/");
    return bare && uri.getRawQuery() == null ? uri.resolve(PATH).toString() : text;
  }
}
