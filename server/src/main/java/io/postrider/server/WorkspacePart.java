package io.postrider.server;

import io.postrider.server.control.declared.DeclaredWorkspace;
import io.postrider.server.control.declared.FileFollower;
import io.postrider.server.control.declared.FileWatch;
import io.postrider.server.control.declared.WrongFileException;
import java.io.IOException;
import java.nio.file.Path;

/** The workspace file: in force before anything is served, and followed from then on. */
final class WorkspacePart {

  private WorkspacePart() {}

  /** Brings a file into force, or refuses to start with everything that is wrong with it. */
  static FileWatch open(Path file, DeclaredWorkspace workspace) {
    FileFollower follower = new FileFollower(file, workspace);
    try {
      follower.begin();
    } catch (WrongFileException wrong) {
      throw new StartException("The workspace file is refused:" + wrong.told(file.toString()));
    } catch (IOException unreadable) {
      throw new StartException(
          "The workspace file %s cannot be read: %s".formatted(file, FileFollower.why(unreadable)));
    }
    return FileWatch.start(file, follower, FileWatch.INTERVAL);
  }
}
