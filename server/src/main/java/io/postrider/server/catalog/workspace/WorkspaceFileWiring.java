package io.postrider.server.catalog.workspace;

import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.Path;

/** The workspace file: in force before anything is served, and followed from then on. */
public final class WorkspaceFileWiring {

  private WorkspaceFileWiring() {}

  /** Brings a file into force, or refuses to start with everything that is wrong with it. */
  public static WorkspaceFileWatcher open(Path file, WorkspaceApplier workspace) {
    WorkspaceFileFollower follower = new WorkspaceFileFollower(file, workspace);
    try {
      follower.begin();
    } catch (InvalidWorkspaceFileException wrong) {
      throw new StartException("The workspace file is invalid:" + wrong.told(file.toString()));
    } catch (IOException unreadable) {
      throw new StartException(
          "The workspace file %s cannot be read: %s"
              .formatted(file, WorkspaceFileFollower.why(unreadable)));
    }
    return WorkspaceFileWatcher.start(file, follower, WorkspaceFileWatcher.INTERVAL);
  }
}
