package io.postrider.delivery.simulation;

/** The receiver at one URL. It belongs to the world and outlives the process. */
final class SimulatedReceiver {

  private final String url;
  private final SimulationRandom random;
  private ReceiverBehaviour.Kind kind = ReceiverBehaviour.Kind.HEALTHY;
  private ReceiverBehaviour behaviour = ReceiverBehaviour.healthy(20);
  private long sinceMillis;
  private int running;

  SimulatedReceiver(String url, SimulationRandom random) {
    this.url = url;
    this.random = random;
  }

  String url() {
    return url;
  }

  ReceiverBehaviour.Kind kind() {
    return kind;
  }

  /** The start of the current behaviour. */
  long sinceMillis() {
    return sinceMillis;
  }

  void behave(ReceiverBehaviour.Kind kind, long nowMillis) {
    this.kind = kind;
    this.behaviour = ReceiverBehaviour.of(kind, random);
    this.sinceMillis = nowMillis;
  }

  /** Starts a request; call {@link #finish} after the answer. */
  SimulatedAnswer arrive(SimulatedMessage message, long nowMillis) {
    SimulatedAnswer answer = behaviour.answer(message, running, nowMillis, random);
    running++;
    return answer;
  }

  void finish() {
    running--;
  }
}
