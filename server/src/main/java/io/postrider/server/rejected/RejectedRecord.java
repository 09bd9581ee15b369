package io.postrider.server.rejected;

import io.postrider.id.SourceId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A record in the log of rejected calls, and its bytes: one byte for the kind, eight for the time
 * in milliseconds, then the fields in order. Texts are in the modified UTF-8 of {@link
 * DataOutputStream#writeUTF}.
 */
sealed interface RejectedRecord {

  /** When it was written. */
  Instant at();

  /** The first record of a new log, so that readers know since when it counts. */
  record Began(Instant at) implements RejectedRecord {}

  record Call(StoredCall call) implements RejectedRecord {

    @Override
    public Instant at() {
      return call.at();
    }
  }

  /**
   * How many calls were rejected since the record before.
   *
   * @param source null if no source is known
   */
  record Count(@Nullable SourceId source, String code, long calls) {}

  record Counts(Instant at, List<Count> counts) implements RejectedRecord {}

  /** Users whose calls before this record are hidden. */
  record Erased(Instant at, Set<Long> users) implements RejectedRecord {}

  int BEGAN = 1;
  int CALL = 2;
  int COUNTS = 3;
  int ERASED = 4;

  /** The bytes of a record. */
  static byte[] encode(RejectedRecord record) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(
          switch (record) {
            case Began _ -> BEGAN;
            case Call _ -> CALL;
            case Counts _ -> COUNTS;
            case Erased _ -> ERASED;
          });
      out.writeLong(record.at().toEpochMilli());
      switch (record) {
        case Began _ -> {}
        case Call one -> write(one.call, out);
        case Counts some -> write(some.counts, out);
        case Erased erased -> write(erased.users, out);
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return bytes.toByteArray();
  }

  private static void write(StoredCall call, DataOutputStream out) throws IOException {
    write(call.source(), out);
    out.writeUTF(call.code());
    out.writeUTF(call.message());
    out.writeUTF(call.sender());
    out.writeInt(call.index());
    out.writeInt(call.sizeBytes());
    write(call.body().users(), out);
    out.writeUTF(call.body().text());
  }

  private static void write(List<Count> counts, DataOutputStream out) throws IOException {
    out.writeInt(counts.size());
    for (Count count : counts) {
      write(count.source, out);
      out.writeUTF(count.code);
      out.writeLong(count.calls);
    }
  }

  private static void write(Set<Long> users, DataOutputStream out) throws IOException {
    out.writeInt(users.size());
    for (long user : users) {
      out.writeLong(user);
    }
  }

  private static void write(@Nullable SourceId source, DataOutputStream out) throws IOException {
    out.writeBoolean(source != null);
    if (source != null) {
      out.writeLong(source.bits());
    }
  }

  /** Reads a record; empty if its kind is unknown to this version, or its bytes make no sense. */
  static Optional<RejectedRecord> decode(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(copy))) {
      int kind = in.readByte();
      Instant at = Instant.ofEpochMilli(in.readLong());
      return switch (kind) {
        case BEGAN -> Optional.of(new Began(at));
        case CALL -> Optional.of(new Call(call(at, in)));
        case COUNTS -> Optional.of(new Counts(at, counts(in)));
        case ERASED -> Optional.of(new Erased(at, users(in)));
        default -> Optional.empty();
      };
    } catch (IOException nonsense) {
      return Optional.empty();
    }
  }

  private static StoredCall call(Instant at, DataInputStream in) throws IOException {
    SourceId source = source(in);
    String code = in.readUTF();
    String message = in.readUTF();
    String sender = in.readUTF();
    int index = in.readInt();
    int sizeBytes = in.readInt();
    Set<Long> users = users(in);
    RejectedBody body = new RejectedBody(in.readUTF(), users);
    return new StoredCall(at, source, code, message, sender, index, sizeBytes, body);
  }

  private static List<Count> counts(DataInputStream in) throws IOException {
    List<Count> counts = new ArrayList<>();
    for (int i = in.readInt(); i > 0; i--) {
      counts.add(new Count(source(in), in.readUTF(), in.readLong()));
    }
    return counts;
  }

  private static Set<Long> users(DataInputStream in) throws IOException {
    Set<Long> users = new LinkedHashSet<>();
    for (int i = in.readInt(); i > 0; i--) {
      users.add(in.readLong());
    }
    return users;
  }

  private static @Nullable SourceId source(DataInputStream in) throws IOException {
    return in.readBoolean() ? new SourceId(in.readLong()) : null;
  }
}
