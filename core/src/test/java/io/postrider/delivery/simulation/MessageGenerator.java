package io.postrider.delivery.simulation;

import static java.util.Objects.requireNonNull;

import io.postrider.id.SourceId;
import io.postrider.message.MessageType;
import io.postrider.message.RecordTemplates;
import io.postrider.message.RecordView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Generates messages of sources and users; shared by all seeds. */
final class MessageGenerator {

  static final String BLOCKABLE_EVENT = "Blocked";
  static final List<SourceId> SOURCES =
      List.of(new SourceId(0x51), new SourceId(0x52), new SourceId(0x53));
  static final int USERS = 8;
  private static final Map<Saying, List<byte[]>> SAYINGS = sayings();

  private MessageGenerator() {}

  /** The kinds of messages: the type, and whether filters may block it. */
  enum Saying {
    TRACK(MessageType.TRACK, false, ",\"event\":\"Opened\",\"properties\":{\"plan\":\"a\"}"),
    BLOCKABLE(MessageType.TRACK, true, ",\"event\":\"" + BLOCKABLE_EVENT + "\""),
    LONG(
        MessageType.TRACK,
        false,
        ",\"event\":\"Read\",\"properties\":{\"text\":\"" + "word ".repeat(300) + "\"}"),
    IDENTIFY(MessageType.IDENTIFY, false, ",\"traits\":{\"name\":\"Ann\"}"),
    DELETE(MessageType.DELETE, false, "");

    private final MessageType type;
    private final boolean blockable;
    private final String rest;

    Saying(MessageType type, boolean blockable, String rest) {
      this.type = type;
      this.blockable = blockable;
      this.rest = rest;
    }
  }

  private static Map<Saying, List<byte[]>> sayings() {
    Map<Saying, List<byte[]>> all = new EnumMap<>(Saying.class);
    for (Saying saying : Saying.values()) {
      List<byte[]> templates = new ArrayList<>();
      for (SourceId source : SOURCES) {
        for (int user = 0; user < USERS; user++) {
          String json = "{\"userId\":\"user-%d\"%s}".formatted(user, saying.rest);
          templates.add(RecordTemplates.canonical(saying.type, source, json));
        }
      }
      all.put(saying, templates);
    }
    return all;
  }

  /** Generates a message. */
  static SimulatedMessage say(
      Saying saying, int source, int user, int partition, long offset, long number, long now) {
    int person = source * USERS + user;
    byte[] template = requireNonNull(SAYINGS.get(saying)).get(person);
    RecordView record = RecordTemplates.copy(template, now, number);
    return new SimulatedMessage(
        partition, offset, number, source, person, saying.type, saying.blockable, now, record);
  }
}
