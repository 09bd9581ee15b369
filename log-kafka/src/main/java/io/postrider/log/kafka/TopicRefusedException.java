package io.postrider.log.kafka;

/** The topic does not fit the settings; the message says which one, and the way out. */
public final class TopicRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String problem;
  private final String wayOut;

  /**
   * @param wayOut what to do, as the end of the sentence; empty if the problem says it
   */
  public TopicRefusedException(String problem, String wayOut) {
    super(wayOut.isEmpty() ? problem : problem + "; " + wayOut);
    this.problem = problem;
    this.wayOut = wayOut;
  }

  /** What is wrong. */
  String problem() {
    return problem;
  }

  /** What to do; empty if the problem says it. */
  String wayOut() {
    return wayOut;
  }
}
