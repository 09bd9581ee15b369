package io.postrider.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.postrider.log.LogReader;
import io.postrider.log.LogRecord;
import io.postrider.log.embedded.EmbeddedLog;
import io.postrider.log.embedded.EmbeddedLogOptions;
import io.postrider.log.embedded.FolderDisk;
import io.postrider.message.RecordView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A message in the log of a stopped node. */
public record StoredMessage(RecordView record, String json) {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  public static StoredMessage of(LogRecord record) {
    RecordView view = RecordView.of(record.bytes());
    return new StoredMessage(view, StandardCharsets.UTF_8.decode(view.json()).toString());
  }

  /** All messages in the log of a data folder, in order. */
  public static List<StoredMessage> readAll(Path dataFolder) {
    List<StoredMessage> messages = new ArrayList<>();
    try (EmbeddedLog log =
            EmbeddedLog.open(
                FolderDisk.open(dataFolder.resolve("log")), EmbeddedLogOptions.DEFAULT);
        LogReader reader = log.reader(0, log.firstOffset(0))) {
      for (List<LogRecord> read = reader.read(1 << 20);
          !read.isEmpty();
          read = reader.read(1 << 20)) {
        read.forEach(record -> messages.add(of(record)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return messages;
  }

  /** The first offset in the log of a data folder. */
  static long firstOffset(Path dataFolder) {
    try (EmbeddedLog log =
        EmbeddedLog.open(FolderDisk.open(dataFolder.resolve("log")), EmbeddedLogOptions.DEFAULT)) {
      return log.firstOffset(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public JsonNode tree() {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(json, e);
    }
  }

  public String text(String member) {
    return tree().path(member).asText();
  }
}
