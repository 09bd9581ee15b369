package io.postrider.server;

import io.postrider.server.control.workspace.DeclaredWorkspace;
import io.postrider.server.control.workspace.WorkspaceFollower;
import io.postrider.server.control.workspace.WorkspaceWatch;
import io.postrider.server.control.workspace.WrongWorkspaceException;
import java.io.IOException;
import java.nio.file.Path;

/** The workspace file: in force before anything is served, and followed from then on. */
final class WorkspacePart {

  private WorkspacePart() {}

  /** Brings a file into force, or refuses to start with everything that is wrong with it. */
  static WorkspaceWatch open(Path file, DeclaredWorkspace workspace) {
    WorkspaceFollower follower = new WorkspaceFollower(file, workspace);
    try {
      follower.begin();
    } catch (WrongWorkspaceException wrong) {
      throw new StartException("The workspace file is refused:" + wrong.told(file.toString()));
    } catch (IOException unreadable) {
      throw new StartException(
          "The workspace file %s cannot be read: %s"
              .formatted(file, WorkspaceFollower.why(unreadable)));
    }
    return WorkspaceWatch.start(file, follower, WorkspaceWatch.INTERVAL);
  }
}
