package io.postrider.message;

import org.jspecify.annotations.Nullable;

/**
 * Turns the messages of a scanned body into records: checks them, stamps them, merges what the
 * batch says for all of them, and settles their spelling.
 *
 * <p>Reusable; belongs to one thread. {@link #begin} with a body and then {@link #settle} for each
 * of its messages, in order. A message whose spelling is settled is copied in a few stretches
 * around the values that change; any other is first written again, and from then on treated alike.
 *
 * <p>Values keep the place the client gave them. What is not there yet follows in this order: type,
 * context, integrations, messageId, timestamp, originalTimestamp, sentAt, receivedAt. A write key
 * is left out.
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
  private static final int ALWAYS_LISTED = Field.bits(Field.MESSAGE_ID, Field.TIMESTAMP);
  private static final int IDS =
      Field.bits(Field.USER_ID, Field.ANONYMOUS_ID, Field.PREVIOUS_ID, Field.GROUP_ID);
  private static final int NAMES = Field.bits(Field.EVENT, Field.NAME, Field.CATEGORY);
  private static final int OBJECTS =
      Field.bits(Field.TRAITS, Field.PROPERTIES, Field.CONTEXT, Field.INTEGRATIONS);
  private static final byte[] IP = {',', '"', 'i', 'p', '"', ':'};
  private static final long[] NO_DESTINATIONS = {};

  private final MessageIdGenerator ids;
  private final JsonScanner scanner = new JsonScanner();
  private final Canonicalizer respelling = new Canonicalizer();
  private final ByteBuilder respelled = new ByteBuilder(1024);
  private final MessageTable respelledTable = new MessageTable();
  private final ScannedMessage call = new ScannedMessage();
  private final BatchDefaults sharedContext = new BatchDefaults();
  private final BatchDefaults sharedIntegrations = new BatchDefaults();
  private final RecordWriter writer;

  // The request.
  private ScannedBody body = new ScannedBody();
  private @Nullable RequestContext acceptance;
  private long batchSentAt;
  private long receivedAt;
  private final TimestampMember receivedAtMember = new TimestampMember(Field.RECEIVED_AT);
  private final TimestampMember batchSentAtMember = new TimestampMember(Field.SENT_AT);
  private long settledBytes;

  // The message.
  private boolean loaded;
  private @Nullable String madeId;
  private MessageType type = MessageType.TRACK;
  private int present; // the keys that are there
  private int replaced; // those of them whose values change
  private int listed; // the fields of the record's table
  private long timestamp;
  private long originalTimestamp;
  private long sentAt;
  private boolean addIp;

  /** A settler that hashes ids with a key and takes ids for messages without one from a maker. */
  public MessageNormalizer(HashKey key, MessageIdGenerator ids) {
    this.ids = ids;
    this.writer = new RecordWriter(key);
  }

  /** Starts with the messages of a body, which must be good until they are settled. */
  public void begin(ScannedBody body, RequestContext acceptance) {
    this.body = body;
    this.acceptance = acceptance;
    receivedAt = acceptance.receivedAt().toEpochMilli();
    receivedAtMember.set(receivedAt);
    settledBytes = 0;
    sharedContext.load(body.bytes, body.context, scanner, respelling);
    sharedIntegrations.load(body.bytes, body.integrations, scanner, respelling);
    batchSentAt = Timestamps.UNREADABLE;
    ScannedBody.Part sent = body.sentAt;
    if (sent.kind == JsonScanner.STRING && sent.settled) {
      batchSentAt = Timestamps.parse(body.bytes, sent.from + 1, sent.to - 1);
    } else if (sent.kind == JsonScanner.STRING) {
      batchSentAt = Timestamps.parse(JsonText.decode(body.bytes, sent.from + 1, sent.to - 1));
    }
    if (batchSentAt != Timestamps.UNREADABLE) {
      batchSentAtMember.set(batchSentAt);
    }
  }

  /**
   * Adds the record of a message to a buffer and returns null, or says why the message is not
   * accepted and adds nothing. {@link ErrorCode#BATCH_TOO_LARGE} concerns the whole request: none
   * of its messages may be kept.
   */
  public @Nullable Rejection settle(int index, RecordBuffer out) {
    loaded = false;
    madeId = null;
    MessageTable table = body.messages;
    if ((table.flags(index) & MessageTable.OBJECT) == 0) {
      return Rejection.ITEM_NOT_OBJECT;
    }
    load(table, index);
    if (table.to(index) - table.from(index) > MessageLimits.MESSAGE_BYTES) {
      return Rejection.MESSAGE_TOO_LARGE;
    }
    MessageType known = body.callType != null ? body.callType : call.type();
    if (known == null) {
      return Rejection.TYPE_UNKNOWN;
    }
    type = known;
    Rejection rejection = call.check(type);
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
    if (tooLarge || (table.flags(index) & MessageTable.SETTLED) != 0) {
      call.load(body.bytes, table, index);
    } else {
      respelled.clear();
      respelling.write(body.bytes, table.from(index), respelled);
      respelledTable.clear();
      scanner.start(respelled.array(), 0, respelled.length());
      respelledTable.scan(scanner);
      call.load(respelled.array(), respelledTable, 0);
    }
    loaded = true;
  }

  private void decideTimes() {
    long own = call.time(Field.SENT_AT);
    sentAt = own != Timestamps.UNREADABLE ? own : batchSentAt;
    originalTimestamp = call.timestamp();
    if (originalTimestamp == Timestamps.UNREADABLE) {
      timestamp = receivedAt;
    } else if (sentAt == Timestamps.UNREADABLE) {
      timestamp = originalTimestamp;
    } else {
      // A clock so wrong that correcting it leaves the calendar says nothing: keep what was sent.
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
    boolean own = call.has(MessageTable.CONTEXT_DIRECT);
    boolean direct =
        own
            ? call.has(MessageTable.CONTEXT_DIRECT_TRUE)
            : sharedContext.has(MessageTable.CONTEXT_DIRECT_TRUE);
    boolean supplied =
        call.has(MessageTable.CONTEXT_IP) || sharedContext.has(MessageTable.CONTEXT_IP);
    addIp = !supplied && (direct || known.sourceType() != SourceType.SERVER);
  }

  private void decideFields() {
    int ids = call.ids(IDS);
    present = 0;
    replaced = ALWAYS_REPLACED | call.numbers(ids);
    listed = ALWAYS_LISTED | ids;
    listed |= call.values(NAMES) | call.objects(OBJECTS);
    if (body.callType != null) {
      replaced |= Field.TYPE.bit();
    }
    if (!call.hasText(Field.MESSAGE_ID)) {
      replaced |= Field.MESSAGE_ID.bit();
    }
    if (addIp || !sharedContext.isEmpty()) {
      replaced |= Field.CONTEXT.bit();
      listed |= Field.CONTEXT.bit();
    }
    if (!sharedIntegrations.isEmpty()) {
      replaced |= Field.INTEGRATIONS.bit();
      listed |= Field.INTEGRATIONS.bit();
    }
    replaced |= originalTimestamp != Timestamps.UNREADABLE ? Field.ORIGINAL_TIMESTAMP.bit() : 0;
    replaced |= sentAt != Timestamps.UNREADABLE ? Field.SENT_AT.bit() : 0;
  }

  private @Nullable Rejection write(RecordBuffer buffer) {
    ByteBuilder out = buffer.open();
    writer.start(out, listed, NO_DESTINATIONS);
    if (!writeMembers(out)
        || !writeRest(out)
        || writer.jsonLength() > MessageLimits.SETTLED_MESSAGE_BYTES) {
      buffer.abandon();
      boolean merged = !sharedContext.isEmpty() || !sharedIntegrations.isEmpty();
      return merged ? Rejection.MERGED_MESSAGE_TOO_LARGE : Rejection.SETTLED_MESSAGE_TOO_LARGE;
    }
    settledBytes += writer.jsonLength();
    if (settledBytes > MessageLimits.SETTLED_BATCH_BYTES) {
      buffer.abandon();
      return Rejection.SETTLED_BATCH_TOO_LARGE;
    }
    boolean integrations = call.hasMembers(Field.INTEGRATIONS) || !sharedIntegrations.isEmpty();
    int flags = integrations ? RecordHeader.HAS_INTEGRATIONS : 0;
    writer.finish(type, flags, acceptance().source(), receivedAt, timestamp);
    buffer.close();
    return null;
  }

  /** Copies the message without its closing brace, with new values where they change. */
  private boolean writeMembers(ByteBuilder out) {
    MessageTable table = call.table();
    byte[] bytes = call.bytes();
    int message = call.message();
    int copied = table.from(message);
    int membersEnd = table.membersEnd(message);
    for (int member = table.firstMember(message); member < membersEnd; member++) {
      int field = table.field(member);
      int from = table.valueFrom(member);
      int to = table.valueTo(member);
      present |= 1 << field;
      if (field == Field.WRITE_KEY.index()) {
        boolean first = bytes[table.keyFrom(member) - 1] == '{';
        out.add(bytes, copied, table.keyFrom(member) - (first ? 0 : 1));
        copied = first && bytes[to] == ',' ? to + 1 : to;
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

  /** Appends what the message does not have yet, and the closing brace. */
  private boolean writeRest(ByteBuilder out) {
    int wanted = replaced | Field.TYPE.bit();
    for (Field field : APPENDED) {
      if ((wanted & ~present & field.bit()) == 0) {
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
        fits = writeMerged(Field.CONTEXT, sharedContext, out);
        if (fits && addIp) {
          writeAddress(at, out);
        }
      }
      case INTEGRATIONS -> fits = writeMerged(Field.INTEGRATIONS, sharedIntegrations, out);
      case MESSAGE_ID -> {
        if (call.hasId(Field.MESSAGE_ID)) {
          writeNumberAsText(field, out);
        } else {
          String made = ids.next();
          madeId = made;
          out.addQuoted(made);
        }
      }
      case USER_ID, ANONYMOUS_ID, PREVIOUS_ID, GROUP_ID -> writeNumberAsText(field, out);
      case EVENT, NAME, CATEGORY, TRAITS, PROPERTIES, WRITE_KEY, BATCH ->
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
    if (call.isTimestampWritten()) {
      out.add(call.bytes(), call.from(Field.TIMESTAMP), call.to(Field.TIMESTAMP));
    } else {
      writeTime(originalTimestamp, out);
    }
  }

  private void writeNumberAsText(Field field, ByteBuilder out) {
    out.add('"');
    out.add(call.bytes(), call.from(field), call.to(field));
    out.add('"');
  }

  private boolean writeMerged(Field field, BatchDefaults shared, ByteBuilder out) {
    if (call.hasObject(field)) {
      byte[] bytes = call.bytes();
      int from = call.from(field);
      int to = call.to(field);
      if (!shared.isEmpty()) {
        return shared.merge(bytes, from, to, scanner, out);
      }
      out.add(bytes, from, to);
      return true;
    }
    if (!shared.isEmpty()) {
      return shared.copy(out);
    }
    out.add('{');
    out.add('}');
    return true;
  }

  /** Adds the address as the last member of the context that was just written. */
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
      throw new IllegalStateException("settle before begin");
    }
    return acceptance;
  }

  /**
   * The id of the message last settled, its own or the one it was given; null if it was rejected
   * before it had one, or for one that is too long.
   */
  public @Nullable String messageId() {
    return madeId != null || !loaded ? madeId : call.messageId();
  }

  /** The first half of the hash of source and message id of the record last added. */
  public long messageHashHigh() {
    return writer.messageHashHigh();
  }

  /** The second half of the hash of source and message id of the record last added. */
  public long messageHashLow() {
    return writer.messageHashLow();
  }

  /** The hash of source and user of the record last added. */
  public long userHash() {
    return writer.userHash();
  }
}
