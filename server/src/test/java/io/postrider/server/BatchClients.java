package io.postrider.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Clients that send batches to a program until it is killed, and nothing again. */
final class BatchClients {

  private static final int CLIENTS = 4;

  private final Supplier<String> batches;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /**
   * @param batches the next body to send; called by several threads
   */
  BatchClients(Supplier<String> batches) {
    this.batches = batches;
  }

  /** Lets clients send until some requests are under way, then kills the process. */
  void loadUntilKilled(ChildServer child, String writeKey, int requests) {
    AtomicInteger sent = new AtomicInteger();
    try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
      for (int i = 0; i < CLIENTS; i++) {
        clients.execute(
            () -> {
              do {
                if (sent.incrementAndGet() == requests) {
                  child.kill();
                }
              } while (send(child, writeKey));
            });
      }
    }
  }

  /** Sends the next batch; false if it was not accepted. */
  boolean send(ChildServer child, String writeKey) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + child.port() + "/v1/batch"))
            .header("Authorization", RunningServer.basic(writeKey))
            .POST(BodyPublishers.ofString(batches.get()))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
