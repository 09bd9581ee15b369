package io.postrider.delivery.simulation;

/** What listens at one URL. It belongs to the world, not to the process, and outlives it. */
final class SimulatedReceiver {

  private final String url;
  private final SimulationRandom dice;
  private ReceiverBehaviour.Kind kind = ReceiverBehaviour.Kind.HEALTHY;
  private ReceiverBehaviour behaviour = ReceiverBehaviour.healthy(20);
  private long sinceMillis;
  private int running;

  SimulatedReceiver(String url, SimulationRandom dice) {
    this.url = url;
    this.dice = dice;
  }

  String url() {
    return url;
  }

  ReceiverBehaviour.Kind kind() {
    return kind;
  }

  /** Since when it behaves as it does. */
  long sinceMillis() {
    return sinceMillis;
  }

  void behave(ReceiverBehaviour.Kind kind, long nowMillis) {
    this.kind = kind;
    this.behaviour = ReceiverBehaviour.of(kind, dice);
    this.sinceMillis = nowMillis;
  }

  /** Takes a request; {@link #finish} when its answer is out. */
  SimulatedAnswer arrive(SimulatedMessage message, long nowMillis) {
    SimulatedAnswer answer = behaviour.answer(message, running, nowMillis, dice);
    running++;
    return answer;
  }

  void finish() {
    running--;
  }
}
