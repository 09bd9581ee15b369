package io.postrider.server.catalog.workspace;

import io.postrider.server.background.BackgroundTask;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that checks a workspace file when its folder changes, and once per interval: not every
 * file system reports changes, and a link may point elsewhere.
 */
public final class WorkspaceFileWatcher implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(WorkspaceFileWatcher.class);
  private static final Duration INTERVAL = Duration.ofSeconds(2);

  /** The time between two reads of a file that may still be written. */
  private static final Duration RECHECK = Duration.ofMillis(200);

  /** Folder changes within this time cause one check. */
  private static final Duration COALESCING = Duration.ofMillis(50);

  private final WorkspaceFileFollower follower;
  private final @Nullable WatchService folder;
  private final BackgroundTask task;

  private WorkspaceFileWatcher(WorkspaceFileFollower follower, @Nullable WatchService folder) {
    this.follower = follower;
    this.folder = folder;
    this.task =
        BackgroundTask.of(
            BackgroundTask.Options.every(
                    INTERVAL, "workspace-file", "Cannot check the workspace file; retrying.")
                .atOnce(),
            this::step);
  }

  /** Starts watching a file. */
  public static WorkspaceFileWatcher start(Path file, WorkspaceFileFollower follower) {
    WorkspaceFileWatcher watcher = new WorkspaceFileWatcher(follower, watch(file));
    watcher.task.start();
    return watcher;
  }

  private static @Nullable WatchService watch(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    if (parent == null) {
      return null;
    }
    try {
      WatchService service = parent.getFileSystem().newWatchService();
      WatchKey _ =
          parent.register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE);
      return service;
    } catch (IOException | UnsupportedOperationException unsupported) {
      LOG.debug("Cannot watch the folder {}; checking the file periodically", parent);
      return null;
    }
  }

  /** Checks the file, then waits for the folder; without a watched folder the task waits. */
  private boolean step() {
    if (follower.check()) {
      boolean _ = task.pause(RECHECK);
      return true;
    }
    if (folder == null) {
      return false;
    }
    awaitChange(folder);
    return true;
  }

  private void awaitChange(WatchService watched) {
    try {
      WatchKey changed = watched.poll(INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
      if (changed != null) {
        boolean _ = task.pause(COALESCING);
        var _ = changed.pollEvents();
        boolean _ = changed.reset();
      }
    } catch (ClosedWatchServiceException closed) {
      boolean _ = task.pause(RECHECK);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops; a running apply is finished. */
  @Override
  public void close() {
    try {
      if (folder != null) {
        folder.close();
      }
    } catch (IOException failed) {
      LOG.debug("Cannot close the watched folder", failed);
    }
    task.close();
  }
}
