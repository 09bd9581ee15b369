package io.postrider.server.commands.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.postrider.server.config.FileErrorText;
import io.postrider.server.config.PrivateFile;
import io.postrider.server.config.StartException;
import io.postrider.server.http.admin.ApiException;
import io.postrider.server.http.admin.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How far an import has come. A crash leaves the file of the batch before, or of this one.
 *
 * @param version of the format
 * @param target the service and source that get the calls
 * @param lines the lines of the input that are settled
 * @param bytes their bytes, decompressed
 * @param digest of these bytes
 * @param rejectedBytes the size of the file of rejected lines
 */
public record ImportProgress(
    int version,
    String target,
    long lines,
    long bytes,
    String digest,
    long accepted,
    long rejected,
    long rejectedBytes) {

  static final int VERSION = 1;

  /** Nothing is imported yet. */
  static ImportProgress begin(String target) {
    return new ImportProgress(VERSION, target, 0, 0, "", 0, 0, 0);
  }

  /** After a batch. */
  ImportProgress plus(LineInput input, long moreAccepted, long moreRejected, long rejectedSize) {
    return new ImportProgress(
        VERSION,
        target,
        input.lines(),
        input.position(),
        input.digest(),
        accepted + moreAccepted,
        rejected + moreRejected,
        rejectedSize);
  }

  /** The same, with another file of rejected lines. */
  ImportProgress withRejectedBytes(long rejectedSize) {
    return new ImportProgress(
        VERSION, target, lines, bytes, digest, accepted, rejected, rejectedSize);
  }

  /** Reads a file; begins if there is none. */
  static ImportProgress read(Path file, String target) {
    if (!Files.exists(file)) {
      return begin(target);
    }
    ImportProgress found = parse(file);
    if (found.version() != VERSION) {
      throw new StartException(
          "The progress file %s was written by another release. Use that release, or name another"
                  .formatted(file)
              + " file with --progress to import everything again.");
    }
    if (!found.target().equals(target)) {
      throw new StartException(
          "The progress file %s belongs to an import into another service or source (%s, not %s)."
                  .formatted(file, found.target(), target)
              + " Name another file with --progress.");
    }
    return found;
  }

  private static ImportProgress parse(Path file) {
    try {
      JsonNode json = Json.parseOwn(Files.readAllBytes(file));
      if (json.path("version").isNumber() && json.path("bytes").isNumber()) {
        return new ImportProgress(
            json.path("version").asInt(),
            json.path("target").asText(),
            json.path("lines").asLong(),
            json.path("bytes").asLong(),
            json.path("digest").asText(),
            json.path("accepted").asLong(),
            json.path("rejected").asLong(),
            json.path("rejectedBytes").asLong());
      }
    } catch (ApiException notJson) {
      // reported below
    } catch (IOException e) {
      throw new StartException("Cannot read %s: %s".formatted(file, FileErrorText.ofFile(file, e)));
    }
    throw new StartException(
        "%s is not a progress file of an import. Name another file with --progress."
            .formatted(file));
  }

  /** Replaces the file. */
  void write(Path file) throws IOException {
    PrivateFile.create(file, (Json.text(this) + "\n").getBytes(UTF_8));
  }
}
