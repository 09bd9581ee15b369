package io.postrider.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Clients that send to a program until it is killed, and know what it has acknowledged. One that
 * got no answer sends the same messages again after the restart, as client libraries do.
 */
final class LoadClients {

  private final int count;
  private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
  private final Queue<List<String>> unanswered = new ConcurrentLinkedQueue<>();
  private final AtomicInteger ids = new AtomicInteger();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** So many clients at once. */
  LoadClients(int count) {
    this.count = count;
  }

  /** The ids of the messages that were answered 200. */
  Set<String> acknowledged() {
    return acknowledged;
  }

  /** Lets clients send until the process has acknowledged some requests, then kills it. */
  void loadUntilKilled(ChildServer child, String writeKey, int requests) throws Exception {
    AtomicInteger answered = new AtomicInteger();
    try (ExecutorService clients = Executors.newFixedThreadPool(count)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        boolean batches = i % 4 == 0;
        running.add(
            clients.submit(
                () -> {
                  List<String> next;
                  do {
                    List<String> again = unanswered.poll();
                    next = again != null ? again : newIds(batches ? 20 : 1);
                    if (answered.incrementAndGet() == requests) {
                      child.kill();
                    }
                  } while (send(child.port(), writeKey, next));
                }));
      }
      for (Future<?> client : running) {
        client.get();
      }
    }
  }

  /** Sends again what was not answered; all of it must be now. */
  void sendUnanswered(ChildServer child, String writeKey) {
    for (List<String> batch; (batch = unanswered.poll()) != null; ) {
      assertThat(send(child.port(), writeKey, batch)).isTrue();
    }
  }

  private List<String> newIds(int size) {
    List<String> batch = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      batch.add("message-" + ids.incrementAndGet());
    }
    return batch;
  }

  /** Sends messages; false, with the messages put back, if no answer came. */
  private boolean send(int port, String writeKey, List<String> messageIds) {
    String items =
        messageIds.stream()
            .map(
                id ->
                    "{\"type\":\"track\",\"event\":\"E\",\"userId\":\"u\",\"messageId\":\""
                        + id
                        + "\"}")
            .collect(Collectors.joining(","));
    boolean single = messageIds.size() == 1;
    HttpRequest request =
        HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + port + (single ? "/v1/track" : "/v1/batch")))
            .header("Authorization", RunningServer.basic(writeKey))
            .POST(BodyPublishers.ofString(single ? items : "{\"batch\":[" + items + "]}"))
            .build();
    try {
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      acknowledged.addAll(messageIds);
      return true;
    } catch (IOException e) {
      unanswered.add(messageIds);
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
