package io.postrider.conformance;

import io.postrider.client.DeliveryListener;
import io.postrider.client.Failure;
import io.postrider.client.QueuedMessage;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that keeps what it is told, by message id. */
final class Told implements DeliveryListener {

  private final Set<String> delivered = ConcurrentHashMap.newKeySet();
  private final List<String> failed = new CopyOnWriteArrayList<>();
  private final List<Failure> retried = new CopyOnWriteArrayList<>();

  @Override
  public void delivered(List<QueuedMessage> messages) {
    messages.forEach(message -> delivered.add(message.messageId()));
  }

  @Override
  public void retrying(List<QueuedMessage> messages, Failure failure, Duration delay) {
    retried.add(failure);
  }

  @Override
  public void failed(List<QueuedMessage> messages, Failure failure) {
    String why = " " + failure.reason() + failure.code().orElse("");
    messages.forEach(message -> failed.add(message.messageId() + why));
  }

  /** What the service has accepted. */
  Set<String> delivered() {
    return delivered;
  }

  /** What it will never accept, and why. */
  List<String> failed() {
    return failed;
  }

  /** Why requests are made again, one entry for each. */
  List<Failure> retried() {
    return retried;
  }
}
