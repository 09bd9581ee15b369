package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Clients that send to a program until it is killed, and record what it acknowledged. After a
 * restart they resend messages that got no response, as client libraries do.
 */
final class LoadClients {

  private final int count;
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<List<String>> unanswered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ids = new AtomicInteger();

  LoadClients(int count) {
    this.count = count;
  }

  /** The IDs of the messages that were answered 200. */
  Set<String> acknowledged() {
    return acknowledged;
  }

  /** Sends until the process is killed, after a number of requests. */
  void loadUntilKilled(ChildServer child, String writeKey, int requests) throws Exception {
    child.killUnderLoad(
        count,
        requests,
        client -> {
          List<String> resent = unanswered.poll();
          List<String> next = resent != null ? resent : newIds(client % 4 == 0 ? 20 : 1);
          return send(child, writeKey, next);
        });
  }

  /** Resends what got no response; this time all must be answered. */
  void sendUnanswered(ChildServer child, String writeKey) {
    for (List<String> batch; (batch = unanswered.poll()) != null; ) {
      assertThat(send(child, writeKey, batch)).isTrue();
    }
  }

  private List<String> newIds(int size) {
    List<String> batch = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      batch.add("message-" + ids.incrementAndGet());
    }
    return batch;
  }

  /** Sends messages; returns false and remembers them if no response came. */
  private boolean send(ChildServer child, String writeKey, List<String> messageIds) {
    String items =
        messageIds.stream()
            .map("{'type':'track','event':'E','userId':'u','messageId':'%s'}"::formatted)
            .collect(Collectors.joining(","))
            .replace('\'', '"');
    boolean single = messageIds.size() == 1;
    try {
      HttpResponse<String> response =
          child.track(
              single ? "/v1/track" : "/v1/batch",
              single ? items : "{\"batch\":[" + items + "]}",
              writeKey);
      assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
      acknowledged.addAll(messageIds);
      return true;
    } catch (UncheckedIOException e) {
      unanswered.add(messageIds);
      return false;
    }
  }
}
