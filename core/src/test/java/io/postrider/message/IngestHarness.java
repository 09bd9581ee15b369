package io.postrider.message;

import io.postrider.id.SourceId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads and normalizes bodies as a collector does, and records the results. */
public final class IngestHarness {

  public static final SourceId SOURCE = new SourceId(0x0123456789ABCDEFL);
  public static final Instant RECEIVED = Instant.parse("2026-01-02T19:11:01.266Z");
  public static final HashKey KEY = HashKey.of(new byte[HashKey.LENGTH]);

  final BodyReader reader = new BodyReader();
  final MessageNormalizer normalizer = new MessageNormalizer(KEY, this::nextId, RecordForm.COMPACT);
  private SourceType sourceType = SourceType.SERVER;
  private @Nullable String ip = "203.0.113.7";
  private Instant receivedAt = RECEIVED;
  private int made;

  /** The result of one request. */
  public record Result(
      @Nullable Rejection request,
      List<@Nullable Rejection> rejections,
      List<@Nullable String> messageIds,
      RecordBuffer records) {

    ErrorCode code() {
      Rejection rejection = request != null ? request : rejections.getFirst();
      if (rejection == null) {
        throw new AssertionError("accepted: " + json(0));
      }
      return rejection.code();
    }

    String json(int record) {
      return utf8(view(record).json());
    }

    public String json() {
      if (request != null || records.count() != 1) {
        throw new AssertionError("not one accepted message: " + this);
      }
      return json(0);
    }

    public RecordView view(int record) {
      int from = records.start(record);
      return RecordView.of(ByteBuffer.wrap(records.bytes(), from, records.ends()[record] - from));
    }
  }

  IngestHarness sourceType(SourceType sourceType) {
    this.sourceType = sourceType;
    return this;
  }

  IngestHarness ip(@Nullable String ip) {
    this.ip = ip;
    return this;
  }

  IngestHarness receivedAt(String time) {
    this.receivedAt = Instant.parse(time);
    return this;
  }

  private String nextId() {
    made++;
    return "made-" + made;
  }

  public Result track(String body) {
    return call(MessageType.TRACK, body);
  }

  public Result call(MessageType type, String body) {
    byte[] bytes = bytes(body);
    return normalize(reader.readCall(type, bytes, 0, bytes.length));
  }

  public Result batch(String body) {
    return batch(bytes(body));
  }

  Result batch(byte[] bytes) {
    return normalize(reader.readBatch(bytes, 0, bytes.length));
  }

  Result normalize(BodyResult reading) {
    RecordBuffer records = new RecordBuffer(1024);
    List<@Nullable Rejection> rejections = new ArrayList<>();
    List<@Nullable String> messageIds = new ArrayList<>();
    return switch (reading) {
      case Rejection rejection -> new Result(rejection, rejections, messageIds, records);
      case ScannedBody body -> {
        Rejection shape = body.check();
        if (shape != null) {
          yield new Result(shape, rejections, messageIds, records);
        }
        normalizer.begin(body, new RequestContext(SOURCE, sourceType, receivedAt, ip));
        for (int i = 0; i < body.count(); i++) {
          Rejection rejection = normalizer.normalize(i, records);
          rejections.add(rejection);
          messageIds.add(normalizer.messageId());
          if (rejection != null && rejection.code() == ErrorCode.BATCH_TOO_LARGE) {
            yield new Result(rejection, rejections, messageIds, records);
          }
        }
        yield new Result(null, rejections, messageIds, records);
      }
    };
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static String utf8(ByteBuffer buffer) {
    return StandardCharsets.UTF_8.decode(buffer).toString();
  }
}
