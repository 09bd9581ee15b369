package io.postrider.filter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.postrider.message.ComputedRecordWriter;
import io.postrider.message.IngestHarness;
import io.postrider.message.MessageType;
import io.postrider.message.RecordBuffer;
import io.postrider.message.RecordView;
import java.nio.ByteBuffer;

/** Records for tests of filters; single quotes stand for double ones. */
final class FilterTestMessages {

  private FilterTestMessages() {}

  static RecordView call(MessageType type, String body) {
    return new IngestHarness().call(type, body.replace('\'', '"')).view(0);
  }

  static RecordView track(String members) {
    return call(MessageType.TRACK, "{'userId':'ada','event':'Order Completed'," + members + "}");
  }

  /** A computed message for one destination. */
  static RecordView computed(String type, String members) {
    String json =
        "{'type':'%s','messageId':'c1','userId':'ada',%s,'timestamp':'2026-01-02T03:04:05.678Z'}"
            .formatted(type, members)
            .replace('\'', '"');
    RecordBuffer out = new RecordBuffer(256);
    new ComputedRecordWriter(IngestHarness.KEY)
        .add(
            json.getBytes(UTF_8),
            IngestHarness.SOURCE,
            IngestHarness.RECEIVED,
            new long[] {1},
            out);
    return RecordView.of(ByteBuffer.wrap(out.bytes(), 0, out.ends()[0]));
  }
}
