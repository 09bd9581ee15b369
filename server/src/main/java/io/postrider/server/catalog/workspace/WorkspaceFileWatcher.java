package io.postrider.server.catalog.workspace;

import io.postrider.server.config.StartException;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that looks at a workspace file: when something happens in its folder, and once in a
 * while anyway, because not every file system tells, and a link may lead elsewhere.
 */
public final class WorkspaceFileWatcher implements AutoCloseable {

  /** How often the file is looked at when nothing is heard of it. */
  public static final Duration INTERVAL = Duration.ofSeconds(2);

  private static final Duration SOON = Duration.ofMillis(200);

  /** What happens within this time is looked at once, so that a busy folder costs little. */
  private static final Duration TOGETHER = Duration.ofMillis(50);

  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Logger logger = LoggerFactory.getLogger(WorkspaceFileWatcher.class);

  private final WorkspaceFileFollower follower;
  private final Duration interval;
  private final @Nullable WatchService folder;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  private WorkspaceFileWatcher(
      WorkspaceFileFollower follower, Duration interval, @Nullable WatchService folder) {
    this.follower = follower;
    this.interval = interval;
    this.folder = folder;
    this.thread = Thread.ofPlatform().name("workspace-file").daemon().unstarted(this::run);
  }

  /** Applies the file, and starts watching it; an invalid or unreadable file prevents the start. */
  public static WorkspaceFileWatcher open(Path file, WorkspaceApplier workspace) {
    WorkspaceFileFollower follower = new WorkspaceFileFollower(file, workspace);
    try {
      follower.begin();
    } catch (InvalidWorkspaceFileException e) {
      throw new StartException("The workspace file is invalid:" + e.told(file.toString()));
    } catch (IOException e) {
      throw new StartException(
          "Cannot read the workspace file %s: %s".formatted(file, WorkspaceFileFollower.why(e)));
    }
    return start(file, follower, INTERVAL);
  }

  /** Starts looking. */
  public static WorkspaceFileWatcher start(
      Path file, WorkspaceFileFollower follower, Duration interval) {
    WorkspaceFileWatcher watch = new WorkspaceFileWatcher(follower, interval, folder(file));
    watch.thread.start();
    return watch;
  }

  private static @Nullable WatchService folder(Path file) {
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
    } catch (IOException | UnsupportedOperationException untold) {
      logger.debug("The folder {} cannot be watched; the file is looked at now and then", parent);
      return null;
    }
  }

  private void run() {
    try {
      boolean soon = false;
      while (!pause(soon ? SOON : interval, soon)) {
        soon = look();
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean look() {
    try {
      return follower.look();
    } catch (RuntimeException bug) {
      logger.error("Cannot watch the workspace file; retrying.", bug);
      return false;
    }
  }

  /** Waits, but not for longer than until something happens; true if it is time to end. */
  private boolean pause(Duration time, boolean whatever) throws InterruptedException {
    if (folder == null || whatever) {
      return closing.await(time.toMillis(), TimeUnit.MILLISECONDS);
    }
    try {
      WatchKey happened = folder.poll(time.toMillis(), TimeUnit.MILLISECONDS);
      if (happened == null) {
        return closing.getCount() == 0;
      }
      boolean ends = closing.await(TOGETHER.toMillis(), TimeUnit.MILLISECONDS);
      var _ = happened.pollEvents();
      boolean _ = happened.reset();
      return ends;
    } catch (ClosedWatchServiceException closed) {
      return true;
    }
  }

  /** Stops looking; what is being brought into force is finished. */
  @Override
  public void close() {
    closing.countDown();
    try {
      if (folder != null) {
        folder.close();
      }
      boolean _ = thread.join(PATIENCE);
    } catch (IOException | InterruptedException ended) {
      logger.debug("The workspace file's thread ends by itself", ended);
    }
  }
}
