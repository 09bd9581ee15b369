package io.postrider.server.commands.demo;

import io.postrider.server.commands.receiver.FailureRate;
import io.postrider.server.commands.receiver.ReceiverBehaviour;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/** What a receiver of the demo does, and the key that makes it do so. */
enum ReceiverMode {
  HEALTHY('r', "recover", "answers 200"),
  FAILING('f', "fail", "answers 500"),
  SLOW('s', "slow down", "answers after 3 seconds"),
  DEAD('k', "kill", "is dead: it refuses connections");

  private static final Duration SLOWNESS = Duration.ofSeconds(3);

  private final char key;
  private final String action;
  private final String effect;

  ReceiverMode(char key, String action, String effect) {
    this.key = key;
    this.action = action;
    this.effect = effect;
  }

  static Optional<ReceiverMode> ofKey(char key) {
    return Arrays.stream(values()).filter(mode -> mode.key == key).findFirst();
  }

  char key() {
    return key;
  }

  /** What the key does. */
  String action() {
    return action;
  }

  /** What the receiver then does. */
  String effect() {
    return effect;
  }

  ReceiverBehaviour behaviour(String secret) {
    return new ReceiverBehaviour(
        secret,
        500,
        new FailureRate(this == FAILING ? 1 : 0),
        this == SLOW ? SLOWNESS : Duration.ZERO);
  }
}
