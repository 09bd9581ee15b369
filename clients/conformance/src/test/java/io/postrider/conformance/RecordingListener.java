package io.postrider.conformance;

import io.postrider.client.DeliveryListener;
import io.postrider.client.Failure;
import io.postrider.client.QueuedMessage;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A listener that records outcomes by message ID. */
final class RecordingListener implements DeliveryListener {

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

  /** The accepted messages. */
  Set<String> delivered() {
    return delivered;
  }

  /** The failed messages with the reason. */
  List<String> failed() {
    return failed;
  }

  /** The failure of each retried request. */
  List<Failure> retried() {
    return retried;
  }
}
