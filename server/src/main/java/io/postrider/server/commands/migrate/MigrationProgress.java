package io.postrider.server.commands.migrate;

/** Shows how far a migration is. On its thread. */
public interface MigrationProgress {

  /**
   * A step begins.
   *
   * @param what what is done, as the beginning of a sentence: "Copying the log"
   * @param total how much there is to do
   * @param unit what is counted
   */
  void begin(String what, long total, String unit);

  /** So much of the step is done; called very often. */
  void done(long count);

  /** The step ends. */
  void end();
}
