package io.postrider.server.people.api;

import java.util.Optional;

/** Building all profiles anew from the log. May block. */
public interface ProfileRebuild {

  /** How far it has come, in messages. */
  record Progress(long done, long total) {}

  /** Starts; if it is under way already, it starts over. */
  void start();

  /** How far it has come, if it is under way. */
  Optional<Progress> progress();
}
