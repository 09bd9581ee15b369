package io.postrider.delivery.simulation;

/** What listens at one URL. It belongs to the world, not to the process, and outlives it. */
final class Receiver {

  private final String url;
  private final Dice dice;
  private Behaviour.Kind kind = Behaviour.Kind.HEALTHY;
  private Behaviour behaviour = Behaviour.healthy(20);
  private long sinceMillis;
  private int running;

  Receiver(String url, Dice dice) {
    this.url = url;
    this.dice = dice;
  }

  String url() {
    return url;
  }

  Behaviour.Kind kind() {
    return kind;
  }

  /** Since when it behaves as it does. */
  long sinceMillis() {
    return sinceMillis;
  }

  void behave(Behaviour.Kind kind, long nowMillis) {
    this.kind = kind;
    this.behaviour = Behaviour.of(kind, dice);
    this.sinceMillis = nowMillis;
  }

  /** Takes a request; {@link #finish} when its answer is out. */
  Answer arrive(Message message, long nowMillis) {
    Answer answer = behaviour.answer(message, running, nowMillis, dice);
    running++;
    return answer;
  }

  void finish() {
    running--;
  }
}
