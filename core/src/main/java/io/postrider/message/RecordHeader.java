package io.postrider.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The layout of a record before its JSON, big-endian; see {@code docs/record-format.md}. */
public final class RecordHeader {

  public static final int VERSION = 1;

  /** The version of a record with a trace context. */
  public static final int TRACED_VERSION = 2;

  /** The version of a record whose JSON lacks members that the header has. */
  public static final int COMPACT_VERSION = 3;

  /** The version of such a record with a trace context. */
  public static final int COMPACT_TRACED_VERSION = 4;

  /** The offset of the hash of source and message ID in a record of any version. */
  public static final int MESSAGE_HASH_OFFSET = 28;

  public static final int MESSAGE_HASH_LENGTH = 16;

  /** Set if the message has a non-empty integrations object. */
  static final int HAS_INTEGRATIONS = 1;

  /** Set if the service created the message; its destinations are listed. */
  static final int COMPUTED = 2;

  /** Set in a compact record whose JSON lacks the client's timestamp. */
  static final int OMITS_ORIGINAL = 4;

  /** Set in a compact record whose JSON lacks the time of sending. */
  static final int OMITS_SENT_AT = 8;

  /** Set in a compact record whose JSON lacks the time of receipt. */
  static final int OMITS_RECEIVED_AT = 16;

  static final int VERSION_OFFSET = 0;
  static final int TYPE_OFFSET = 1;
  static final int FLAGS_OFFSET = 2;
  static final int SOURCE_OFFSET = 4;
  static final int RECEIVED_AT_OFFSET = 12;
  static final int TIMESTAMP_OFFSET = 20;
  static final int USER_HASH_OFFSET = 44;
  static final int DESTINATIONS_OFFSET = 52;
  static final int FIELDS_OFFSET = 54;
  static final int FIXED_LENGTH = 55;
  static final int TRACE_LENGTH = 24;
  static final int SENT_AT_LENGTH = 8;
  static final int DESTINATION_LENGTH = 8;
  static final int FIELD_LENGTH = 5;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);

  private RecordHeader() {}

  /** The version of a record. */
  static int version(boolean traced, boolean compact) {
    return compact
        ? traced ? COMPACT_TRACED_VERSION : COMPACT_VERSION
        : traced ? TRACED_VERSION : VERSION;
  }

  static boolean isTraced(int version) {
    return version == TRACED_VERSION || version == COMPACT_TRACED_VERSION;
  }

  static boolean isCompact(int version) {
    return version == COMPACT_VERSION || version == COMPACT_TRACED_VERSION;
  }

  /** The offset of the JSON in a record with this many destinations and listed fields. */
  static int length(int version, int destinations, int fields) {
    return destinationsOffset(version) + destinations * DESTINATION_LENGTH + fields * FIELD_LENGTH;
  }

  /** The offset of the time of sending in a compact record. */
  static int sentAtOffset(int version) {
    return isTraced(version) ? FIXED_LENGTH + TRACE_LENGTH : FIXED_LENGTH;
  }

  /** The offset of the first destination. */
  static int destinationsOffset(int version) {
    return sentAtOffset(version) + (isCompact(version) ? SENT_AT_LENGTH : 0);
  }

  static void putLong(byte[] record, int at, long value) {
    LONG.set(record, at, value);
  }

  static void putShort(byte[] record, int at, int value) {
    SHORT.set(record, at, (short) value);
  }
}
