package io.postrider.server;

import io.postrider.server.catalog.workspace.InvalidWorkspaceFileException;
import io.postrider.server.catalog.workspace.WorkspaceApplier;
import io.postrider.server.catalog.workspace.WorkspaceFileFollower;
import io.postrider.server.catalog.workspace.WorkspaceFileWatcher;
import java.io.IOException;
import java.nio.file.Path;

/** The workspace file: in force before anything is served, and followed from then on. */
final class WorkspacePart {

  private WorkspacePart() {}

  /** Brings a file into force, or refuses to start with everything that is wrong with it. */
  static WorkspaceFileWatcher open(Path file, WorkspaceApplier workspace) {
    WorkspaceFileFollower follower = new WorkspaceFileFollower(file, workspace);
    try {
      follower.begin();
    } catch (InvalidWorkspaceFileException wrong) {
      throw new StartException("The workspace file is refused:" + wrong.told(file.toString()));
    } catch (IOException unreadable) {
      throw new StartException(
          "The workspace file %s cannot be read: %s"
              .formatted(file, WorkspaceFileFollower.why(unreadable)));
    }
    return WorkspaceFileWatcher.start(file, follower, WorkspaceFileWatcher.INTERVAL);
  }
}
