package io.postrider.server.http.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The OpenAPI document, written as YAML and served as JSON.
 *
 * <p>May be called from any thread. Converted at the first request, so that it does not delay the
 * start.
 */
final class OpenApiDocument {

  private static final String RESOURCE = "/spec/openapi.yaml";

  private volatile @Nullable ApiResponse answer;

  ApiResponse answer(ApiRequest call) {
    ApiResponse known = answer;
    if (known == null) {
      known = ApiResponse.json(200, read());
      answer = known;
    }
    return known;
  }

  private static Object read() {
    try (InputStream yaml = OpenApiDocument.class.getResourceAsStream(RESOURCE)) {
      if (yaml == null) {
        throw new IllegalStateException("missing resource " + RESOURCE);
      }
      return new Load(LoadSettings.builder().build()).loadFromInputStream(yaml);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot read the OpenAPI document", failure);
    }
  }
}
