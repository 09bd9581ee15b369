package io.postrider.server.catalog.workspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the text of a workspace file, never more than the limit. May be called from any thread. */
public final class WorkspaceFileText {

  private WorkspaceFileText() {}

  /**
   * The text of a file.
   *
   * @throws IOException if it cannot be read, is not UTF-8, or has more than {@link
   *     YamlBounds#MAX_BYTES} bytes
   */
  public static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(YamlBounds.MAX_BYTES + 1);
      if (bytes.length > YamlBounds.MAX_BYTES) {
        throw new IOException("it has more than %,d bytes".formatted(YamlBounds.MAX_BYTES));
      }
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }
  }
}
