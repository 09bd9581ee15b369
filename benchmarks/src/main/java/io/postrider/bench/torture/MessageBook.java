package io.postrider.bench.torture;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A set of messages by their IDs, which are the number of their sender and a running number. May be
 * used from any thread.
 */
final class MessageBook {
  private static final Pattern ID = Pattern.compile("\"messageId\":\"torture-(\\d+)-(\\d+)\"");

  private final List<BitSet> senders = new ArrayList<>();
  private long size;
  private long repeats;

  static String id(int sender, int number) {
    return "torture-" + sender + "-" + number;
  }

  synchronized void add(int sender, int number) {
    while (senders.size() <= sender) {
      senders.add(new BitSet());
    }
    BitSet messages = senders.get(sender);
    if (messages.get(number)) {
      repeats++;
    } else {
      messages.set(number);
      size++;
    }
  }

  /** Adds the message of a request body, if it has an ID of this suite. */
  void addBody(String body) {
    Matcher id = ID.matcher(body);
    if (id.find()) {
      add(Integer.parseInt(id.group(1)), Integer.parseInt(id.group(2)));
    }
  }

  synchronized long size() {
    return size;
  }

  /** How many messages were added again. */
  synchronized long repeats() {
    return repeats;
  }

  /** The messages of this book that none of the others has. */
  List<String> missingFrom(List<MessageBook> others) {
    List<String> missing = new ArrayList<>();
    for (int sender = 0; sender < senderCount(); sender++) {
      BitSet left = messages(sender);
      for (MessageBook other : others) {
        left.andNot(other.messages(sender));
      }
      int number = sender;
      left.stream().forEach(message -> missing.add(id(number, message)));
    }
    return missing;
  }

  private synchronized int senderCount() {
    return senders.size();
  }

  /** A copy of the messages of a sender. */
  private synchronized BitSet messages(int sender) {
    return sender < senders.size() ? (BitSet) senders.get(sender).clone() : new BitSet();
  }
}
