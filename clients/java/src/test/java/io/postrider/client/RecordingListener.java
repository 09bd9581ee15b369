package io.postrider.client;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Records calls as lines. */
final class RecordingListener implements DeliveryListener {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<Failure> failures = new CopyOnWriteArrayList<>();
  private @Nullable Error toThrow;

  @Override
  public void failed(List<QueuedMessage> messages, Failure failure) {
    failures.add(failure);
    add("failed", messages, failure);
  }

  @Override
  public void delivered(List<QueuedMessage> messages) {
    add("delivered", messages, null);
  }

  @Override
  public void retrying(List<QueuedMessage> messages, Failure failure, Duration delay) {
    add("retrying", messages, failure);
  }

  private void add(String word, List<QueuedMessage> messages, @Nullable Failure failure) {
    String ids = messages.stream().map(QueuedMessage::messageId).collect(joining(" "));
    String why =
        failure == null
            ? ""
            : " "
                + failure.reason()
                + (failure.status().isPresent() ? " " + failure.status().getAsInt() : "")
                + failure.code().map(code -> " " + code).orElse("");
    synchronized (lines) {
      lines.add(word + " " + ids + why);
      lines.notifyAll();
    }
    if (toThrow != null) {
      throw toThrow;
    }
  }

  void throwing(Error error) {
    toThrow = error;
  }

  /** Waits until a line is there. */
  void awaitLine(String line) throws InterruptedException {
    synchronized (lines) {
      while (!lines.contains(line)) {
        lines.wait();
      }
    }
  }

  List<String> lines() {
    return lines;
  }

  List<Failure> failures() {
    return failures;
  }
}
