package io.postrider.server.people.audience;

/** The database rejects the evaluation of one computation; retrying does not help. */
public final class BrokenDefinitionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long computation;

  public BrokenDefinitionException(long computation, Throwable cause) {
    super(cause.getMessage(), cause);
    this.computation = computation;
  }

  public long computation() {
    return computation;
  }
}
