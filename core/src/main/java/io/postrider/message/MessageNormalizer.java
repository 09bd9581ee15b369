package io.postrider.message;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns the messages of a scanned body into records: validates them, adds timestamps and IDs,
 * merges the batch's defaults, and canonicalizes the JSON.
 *
 * <p>Reusable; belongs to one thread. Call {@link #begin} with a body, then {@link #normalize} for
 * each of its messages, in order. A canonical message is copied in a few ranges around the values
 * that change; any other is canonicalized first.
 *
 * <p>Members keep their positions. Missing members follow in this order: type, context,
 * integrations, messageId, timestamp, originalTimestamp, sentAt, receivedAt. The write key is
 * removed. A compact record leaves out times that its header has ({@link OmittedTimes}).
 */
public final class MessageNormalizer {

  private static final Field[] APPENDED = {
    Field.TYPE,
    Field.CONTEXT,
    Field.INTEGRATIONS,
    Field.MESSAGE_ID,
    Field.TIMESTAMP,
    Field.ORIGINAL_TIMESTAMP,
    Field.SENT_AT,
    Field.RECEIVED_AT
  };
  private static final int ALWAYS_REPLACED = Field.bits(Field.TIMESTAMP, Field.RECEIVED_AT);
  private static final int ALWAYS_LISTED =
      Field.bits(Field.MESSAGE_ID, Field.TIMESTAMP, Field.CONTEXT);
  private static final int IDS =
      Field.bits(Field.USER_ID, Field.ANONYMOUS_ID, Field.PREVIOUS_ID, Field.GROUP_ID);
  private static final int TEXTS = Field.bits(Field.EVENT, Field.NAME, Field.CATEGORY);
  private static final int OBJECTS =
      Field.bits(Field.TRAITS, Field.PROPERTIES, Field.CONTEXT, Field.INTEGRATIONS);
  private static final byte[] IP = {',', '"', 'i', 'p', '"', ':'};

  private final Supplier<String> ids;
  private final RecordForm form;
  private final JsonScanner scanner = new JsonScanner();
  private final Canonicalizer canonicalizer = new Canonicalizer();
  private final MessageRewriter rewriter = new MessageRewriter(scanner, canonicalizer);
  private final ScannedMessage scanned = new ScannedMessage();
  private final BatchDefaults contextDefaults = new BatchDefaults();
  private final BatchDefaults integrationsDefaults = new BatchDefaults();
  private final RecordWriter writer;

  // The request.
  private ScannedBody body = new ScannedBody();
  private @Nullable RequestContext acceptance;
  private long batchSentAt;
  private long receivedAt;
  private final TimestampMember receivedAtMember = new TimestampMember(Field.RECEIVED_AT);
  private final TimestampMember batchSentAtMember = new TimestampMember(Field.SENT_AT);
  private long canonicalBytes;

  // The message.
  private boolean loaded;
  private @Nullable String generatedId;
  private MessageType type = MessageType.TRACK;
  private int present; // the present keys
  private int replaced; // the keys whose values change
  private int listed; // the fields in the record's table
  private int omitted; // the times that the record's JSON leaves out
  private long timestamp;
  private long originalTimestamp;
  private long sentAt;
  private boolean addIp;

  /** Creates a normalizer with a hash key, a generator for missing message IDs, and the form. */
  public MessageNormalizer(HashKey key, Supplier<String> ids, RecordForm form) {
    this.ids = ids;
    this.form = form;
    this.writer = new RecordWriter(key);
  }

  /** Starts a body, whose bytes must not change until its messages are normalized. */
  public void begin(ScannedBody body, RequestContext acceptance) {
    this.body = body;
    this.acceptance = acceptance;
    receivedAt = acceptance.receivedAt().toEpochMilli();
    receivedAtMember.set(receivedAt);
    canonicalBytes = 0;
    rewriter.begin();
    contextDefaults.load(body.bytes, body.context, scanner, canonicalizer);
    integrationsDefaults.load(body.bytes, body.integrations, scanner, canonicalizer);
    batchSentAt = Timestamps.UNREADABLE;
    ScannedBody.Part sent = body.sentAt;
    if (sent.kind == JsonScanner.STRING && sent.canonical) {
      batchSentAt = Timestamps.parse(body.bytes, sent.from + 1, sent.to - 1);
    } else if (sent.kind == JsonScanner.STRING) {
      batchSentAt = Timestamps.parse(JsonText.decode(body.bytes, sent.from + 1, sent.to - 1));
    }
    if (batchSentAt != Timestamps.UNREADABLE) {
      batchSentAtMember.set(batchSentAt);
    }
  }

  /**
   * Appends the record of a message to a buffer and returns null, or returns why the message is
   * rejected and appends nothing. {@link ErrorCode#BATCH_TOO_LARGE} rejects the whole request.
   */
  public @Nullable Rejection normalize(int index, RecordBuffer out) {
    loaded = false;
    generatedId = null;
    MessageTable table = body.messages;
    if ((table.flags(index) & MessageTable.OBJECT) == 0) {
      return Rejection.ITEM_NOT_OBJECT;
    }
    load(table, index);
    if (table.to(index) - table.from(index) > MessageLimits.MESSAGE_BYTES) {
      return Rejection.MESSAGE_TOO_LARGE;
    }
    MessageType known = body.callType != null ? body.callType : scanned.type();
    if (known == null) {
      return Rejection.TYPE_UNKNOWN;
    }
    type = known;
    Rejection rejection = scanned.check(type);
    if (rejection != null) {
      return rejection;
    }
    decideTimes();
    decideAddress();
    decideFields();
    return write(out);
  }

  private void load(MessageTable table, int index) {
    boolean tooLarge = table.to(index) - table.from(index) > MessageLimits.MESSAGE_BYTES;
    if (tooLarge || (table.flags(index) & MessageTable.CANONICAL) != 0) {
      scanned.load(body.bytes, table, index);
    } else {
      rewriter.rewrite(body.bytes, table, index);
      scanned.load(rewriter.bytes(), rewriter.table(), 0);
    }
    loaded = true;
  }

  private void decideTimes() {
    long own = scanned.time(Field.SENT_AT);
    sentAt = own != Timestamps.UNREADABLE ? own : batchSentAt;
    originalTimestamp = scanned.timestamp();
    if (originalTimestamp == Timestamps.UNREADABLE) {
      timestamp = receivedAt;
    } else if (sentAt == Timestamps.UNREADABLE) {
      timestamp = originalTimestamp;
    } else {
      // If the corrected time is out of range, the client's clock is useless: use the time as sent.
      long corrected = receivedAt - (sentAt - originalTimestamp);
      timestamp = Timestamps.isWritable(corrected) ? corrected : originalTimestamp;
    }
  }

  private void decideAddress() {
    RequestContext known = acceptance;
    addIp = false;
    if (known == null || known.ip() == null) {
      return;
    }
    boolean own = scanned.has(MessageTable.CONTEXT_DIRECT);
    boolean direct =
        own
            ? scanned.has(MessageTable.CONTEXT_DIRECT_TRUE)
            : contextDefaults.has(MessageTable.CONTEXT_DIRECT_TRUE);
    boolean supplied =
        scanned.has(MessageTable.CONTEXT_IP) || contextDefaults.has(MessageTable.CONTEXT_IP);
    addIp = !supplied && (direct || known.sourceType() != SourceType.SERVER);
  }

  private void decideFields() {
    int ids = scanned.ids(IDS);
    present = 0;
    replaced = ALWAYS_REPLACED | scanned.numbers(ids | ScannedMessage.nameBits(type));
    listed = ALWAYS_LISTED | ids;
    listed |= scanned.values(TEXTS) | scanned.objects(OBJECTS);
    if (body.callType != null) {
      replaced |= Field.TYPE.bit();
    }
    if (!scanned.hasText(Field.MESSAGE_ID)) {
      replaced |= Field.MESSAGE_ID.bit();
    }
    if (addIp || !contextDefaults.isEmpty() || !scanned.hasObject(Field.CONTEXT)) {
      replaced |= Field.CONTEXT.bit();
    }
    if (!integrationsDefaults.isEmpty()) {
      replaced |= Field.INTEGRATIONS.bit();
      listed |= Field.INTEGRATIONS.bit();
    }
    replaced |= originalTimestamp != Timestamps.UNREADABLE ? Field.ORIGINAL_TIMESTAMP.bit() : 0;
    replaced |= sentAt != Timestamps.UNREADABLE ? Field.SENT_AT.bit() : 0;
    omitted = form == RecordForm.COMPACT ? omitted() : 0;
  }

  /** The timestamp, wherever it is, and other times that would be appended. */
  private int omitted() {
    int appended = Field.RECEIVED_AT.bit() | (replaced & Field.SENT_AT.bit());
    if (originalTimestamp == OmittedTimes.original(timestamp, receivedAt, sentAt)) {
      appended |= replaced & Field.ORIGINAL_TIMESTAMP.bit();
    }
    return Field.TIMESTAMP.bit() | (appended & ~scanned.present());
  }

  private @Nullable Rejection write(RecordBuffer buffer) {
    ByteBuilder out = buffer.open();
    if (omitted == 0) {
      writer.start(out, listed, acceptance().trace());
    } else {
      writer.startCompact(out, listed, acceptance().trace(), sentAt);
    }
    int omittedLength = OmittedTimes.length(omitted);
    if (!writeMembers(out)
        || !writeRest(out)
        || writer.jsonLength() + omittedLength > MessageLimits.CANONICAL_MESSAGE_BYTES) {
      buffer.abandon();
      boolean merged = !contextDefaults.isEmpty() || !integrationsDefaults.isEmpty();
      return merged ? Rejection.MERGED_MESSAGE_TOO_LARGE : Rejection.CANONICAL_MESSAGE_TOO_LARGE;
    }
    canonicalBytes += writer.jsonLength() + omittedLength;
    if (canonicalBytes > MessageLimits.CANONICAL_BATCH_BYTES) {
      buffer.abandon();
      return Rejection.SETTLED_BATCH_TOO_LARGE;
    }
    boolean integrations =
        scanned.hasMembers(Field.INTEGRATIONS) || !integrationsDefaults.isEmpty();
    int flags = OmittedTimes.flags(omitted) | (integrations ? RecordHeader.HAS_INTEGRATIONS : 0);
    writer.finish(type, flags, acceptance().source(), receivedAt, timestamp);
    buffer.close();
    return null;
  }

  /** Copies the message without its closing brace, with changed values, without omitted members. */
  private boolean writeMembers(ByteBuilder out) {
    MessageTable table = scanned.table();
    byte[] bytes = scanned.bytes();
    int message = scanned.message();
    int copied = table.from(message);
    int membersEnd = table.membersEnd(message);
    for (int member = table.firstMember(message); member < membersEnd; member++) {
      int field = table.field(member);
      int from = table.valueFrom(member);
      int to = table.valueTo(member);
      present |= 1 << field;
      if (field == Field.WRITE_KEY.index() || (omitted & 1 << field) != 0) {
        out.add(bytes, copied, table.keyFrom(member));
        copied = removeComma(out) || bytes[to] != ',' ? to : to + 1;
        writer.note(field, out.length(), out.length());
      } else if ((replaced & 1 << field) != 0) {
        out.add(bytes, copied, from);
        copied = to;
        if (!writeValue(Field.at(field), out)) {
          return false;
        }
      } else {
        int at = out.length() + from - copied;
        writer.note(field, at, at + to - from);
      }
    }
    out.add(bytes, copied, table.to(message) - 1);
    return true;
  }

  /** Removes the comma before a member; false if there is none, because it is the first. */
  private static boolean removeComma(ByteBuilder out) {
    if (out.array()[out.length() - 1] != ',') {
      return false;
    }
    out.truncate(out.length() - 1);
    return true;
  }

  /** Appends the missing members, without the omitted ones, and the closing brace. */
  private boolean writeRest(ByteBuilder out) {
    int wanted = replaced | Field.TYPE.bit();
    for (Field field : APPENDED) {
      if ((wanted & ~present & field.bit()) == 0) {
        continue;
      }
      if ((omitted & field.bit()) != 0) {
        writer.note(field.index(), out.length(), out.length());
        continue;
      }
      boolean first = out.array()[out.length() - 1] == '{';
      if (field == Field.RECEIVED_AT) {
        receivedAtMember.add(out, first);
        continue;
      }
      if (field == Field.SENT_AT && sentAt == batchSentAt) {
        batchSentAtMember.add(out, first);
        continue;
      }
      byte[] member = field.member();
      out.add(member, first ? 1 : 0, member.length);
      if (!writeValue(field, out)) {
        return false;
      }
    }
    out.add('}');
    return true;
  }

  private boolean writeValue(Field field, ByteBuilder out) {
    int at = out.length();
    boolean fits = true;
    switch (field) {
      case TYPE -> out.add(type.json());
      case TIMESTAMP -> writeTime(timestamp, out);
      case ORIGINAL_TIMESTAMP -> writeOriginalTime(out);
      case SENT_AT -> writeTime(sentAt, out);
      case RECEIVED_AT -> writeTime(receivedAt, out);
      case CONTEXT -> {
        fits = writeMerged(Field.CONTEXT, contextDefaults, out);
        if (fits && addIp) {
          writeAddress(at, out);
        }
      }
      case INTEGRATIONS -> fits = writeMerged(Field.INTEGRATIONS, integrationsDefaults, out);
      case MESSAGE_ID -> {
        if (scanned.hasId(Field.MESSAGE_ID)) {
          writeNumberAsText(field, out);
        } else {
          String generated = ids.get();
          generatedId = generated;
          out.addQuoted(generated);
        }
      }
      case USER_ID, ANONYMOUS_ID, PREVIOUS_ID, GROUP_ID, NAME, CATEGORY ->
          writeNumberAsText(field, out);
      case EVENT, TRAITS, PROPERTIES, WRITE_KEY, BATCH ->
          throw new IllegalStateException("the value of " + field + " never changes");
    }
    writer.note(field.index(), at, out.length());
    return fits;
  }

  private void writeTime(long millis, ByteBuilder out) {
    if (millis == receivedAt) {
      receivedAtMember.addValue(out);
    } else if (millis == batchSentAt) {
      batchSentAtMember.addValue(out);
    } else {
      out.skip(Timestamps.LENGTH + 2);
      int at = out.length() - Timestamps.LENGTH - 2;
      out.array()[at] = '"';
      Timestamps.write(millis, out.array(), at + 1);
      out.array()[at + Timestamps.LENGTH + 1] = '"';
    }
  }

  private void writeOriginalTime(ByteBuilder out) {
    if (scanned.isTimestampWritten()) {
      out.add(scanned.bytes(), scanned.from(Field.TIMESTAMP), scanned.to(Field.TIMESTAMP));
    } else {
      writeTime(originalTimestamp, out);
    }
  }

  private void writeNumberAsText(Field field, ByteBuilder out) {
    out.add('"');
    out.add(scanned.bytes(), scanned.from(field), scanned.to(field));
    out.add('"');
  }

  private boolean writeMerged(Field field, BatchDefaults defaults, ByteBuilder out) {
    if (scanned.hasObject(field)) {
      byte[] bytes = scanned.bytes();
      int from = scanned.from(field);
      int to = scanned.to(field);
      if (!defaults.isEmpty()) {
        return defaults.merge(bytes, from, to, scanner, out);
      }
      out.add(bytes, from, to);
      return true;
    }
    if (!defaults.isEmpty()) {
      return defaults.copy(out);
    }
    out.add('{');
    out.add('}');
    return true;
  }

  /** Adds the IP address as the last member of the context that was just written. */
  private void writeAddress(int contextFrom, ByteBuilder out) {
    String ip = acceptance().ip();
    if (ip != null) {
      boolean first = out.length() - contextFrom == 2;
      out.truncate(out.length() - 1);
      out.add(IP, first ? 1 : 0, IP.length);
      out.addQuoted(ip);
      out.add('}');
    }
  }

  private RequestContext acceptance() {
    if (acceptance == null) {
      throw new IllegalStateException("normalize called before begin");
    }
    return acceptance;
  }

  /**
   * The ID of the last message, its own or generated; null if it was rejected before it had one, or
   * because its ID is too long.
   */
  public @Nullable String messageId() {
    return generatedId != null || !loaded ? generatedId : scanned.messageId();
  }

  /** The first half of the hash of source and message ID of the last record. */
  public long messageHashHigh() {
    return writer.messageHashHigh();
  }

  /** The second half of the hash of source and message ID of the last record. */
  public long messageHashLow() {
    return writer.messageHashLow();
  }

  /** The hash of source and user of the last record. */
  public long userHash() {
    return writer.userHash();
  }
}
