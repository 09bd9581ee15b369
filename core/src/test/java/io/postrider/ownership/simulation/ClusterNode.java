package io.postrider.ownership.simulation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node: at most one process at a time, and its connections. */
final class ClusterNode {

  private final ClusterWorld world;
  private final int number;
  private @Nullable NodeProcess process;
  private long runs;
  private boolean paused;
  private boolean cutFromCoordinator;
  private boolean cutFromDatabase;
  private final List<Runnable> deferred = new ArrayList<>();

  ClusterNode(ClusterWorld world, int number) {
    this.world = world;
    this.number = number;
  }

  ClusterWorld world() {
    return world;
  }

  boolean isCutFromCoordinator() {
    return cutFromCoordinator;
  }

  void cutFromCoordinator(boolean cut) {
    world.trace("%s: %s the coordinator", this, cut ? "cut from" : "reaches");
    cutFromCoordinator = cut;
  }

  boolean isCutFromDatabase() {
    return cutFromDatabase;
  }

  void cutFromDatabase(boolean cut) {
    world.trace("%s: %s the database", this, cut ? "cut from" : "reaches");
    cutFromDatabase = cut;
  }

  void start() {
    if (process == null) {
      process = new NodeProcess(this, ++runs);
      world.trace("%s starts", process);
      process.start();
    }
  }

  /** SIGKILL. */
  void kill() {
    world.trace("%s is killed", process);
    process = null;
    paused = false;
    deferred.clear();
  }

  /** SIGTERM: releases its partitions, leaves the group, and ends. */
  void stop() {
    NodeProcess stopping = process;
    if (stopping != null && !paused) {
      world.trace("%s stops", stopping);
      stopping.membership().releaseAll();
      leaveWhenReleased(stopping);
    }
  }

  private void leaveWhenReleased(NodeProcess stopping) {
    if (stopping.membership().holdsNothing()) {
      if (!cutFromCoordinator) {
        world.coordinator().leave(stopping.member(), stopping.run());
      }
      kill();
    } else {
      stopping.later(50, () -> leaveWhenReleased(stopping));
    }
  }

  /** SIGSTOP: what is due happens when the process goes on. */
  void pause() {
    if (process != null) {
      world.trace("%s pauses", process);
      paused = true;
    }
  }

  /** SIGCONT: threads go on in any order. */
  void resume() {
    if (paused) {
      world.trace("%s resumes", process);
      paused = false;
      NodeProcess resumed = process;
      List<Runnable> due = List.copyOf(deferred);
      deferred.clear();
      for (Runnable what : due) {
        if (resumed != null) {
          resumed.later(world.random().between(0, 50), what);
        }
      }
    }
  }

  /** Runs something of a process; not before a pause ends, and not after the process has ended. */
  void run(NodeProcess of, Runnable what) {
    if (process == of) {
      if (paused) {
        deferred.add(what);
      } else {
        what.run();
      }
    }
  }

  @Override
  public String toString() {
    return "node " + number;
  }
}
