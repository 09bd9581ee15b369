package io.postrider.ownership;

import java.util.List;

/**
 * The state machine of a claim: a node's right to deliver one partition, from the assignment to its
 * end. A claim goes one way; a partition that comes back gets a new claim.
 *
 * <p>Takes its driver from step to step. The driver carries out each and reports it, until there is
 * {@link Step#NONE}. Meanwhile others may give the claim up: what was under way is then reported to
 * a claim that has ended, and leads nowhere.
 *
 * <p>The order is what protects a partition that moves. The epoch comes first, because no earlier
 * owner can write from then on; so what is loaded next is the last that it knew. No round starts
 * before all machines are restored, because what it settles could not be saved. At the end the
 * cursors are saved when nothing is in flight any more. A claim that is lost or fenced saves
 * nothing.
 *
 * <p>Does no I/O and has no thread; one input at a time.
 */
public final class ClaimMachine {

  /** What the driver does next. */
  public enum Step {
    /** Take the next epoch of the partition, then read its cursors. */
    TAKE_EPOCH,
    /** Load what the earlier owner may have known better: settings, tombstones, duplicates. */
    LOAD,
    /** Restore a delivery machine for each destination. */
    RESTORE,
    /** Read the partition; rounds may start, and cursors are saved from now on. */
    FOLLOW,
    /** Wait for requests in flight; no round starts. */
    DRAIN,
    /** Save the cursors. */
    FLUSH,
    /** Retire the delivery machines; nothing is sent or saved. */
    RETIRE,
    /** Nothing until the next input. */
    NONE
  }

  private static final List<Step> CLAIM =
      List.of(Step.TAKE_EPOCH, Step.LOAD, Step.RESTORE, Step.FOLLOW);
  private static final List<Step> RELEASE = List.of(Step.DRAIN, Step.FLUSH, Step.RETIRE);

  private Step current = Step.NONE;
  private boolean dispatching;
  private boolean saving;
  private boolean ended;

  /** The partition is assigned to this node. No effect if it was given up before. */
  public Step assigned() {
    return ended ? Step.NONE : begin(CLAIM.getFirst());
  }

  /** A step is carried out. Leads nowhere if the claim was given up meanwhile. */
  public Step done(Step step) {
    return step == current ? begin(after(step)) : Step.NONE;
  }

  /** A step failed. Claiming ends with it; releasing goes on, and the next owner repeats some. */
  public Step failed(Step step) {
    return RELEASE.contains(step) ? done(step) : step == current ? end() : Step.NONE;
  }

  /** Another node gets the partition when this one has released it. */
  public Step revoked() {
    if (ended || RELEASE.contains(current)) {
      return Step.NONE;
    }
    return dispatching ? begin(RELEASE.getFirst()) : end();
  }

  /** The partition may be another node's already. */
  public Step lost() {
    return end();
  }

  /**
   * Cursors were refused: another node has taken a later epoch, or the database lost earlier ones.
   */
  public Step fenced() {
    return end();
  }

  /** Whether rounds may start, as far as the claim tells; {@link SessionLease} tells the rest. */
  public boolean mayDispatch() {
    return dispatching;
  }

  /** Whether cursors may be saved under the epoch. */
  public boolean maySave() {
    return saving;
  }

  /** Whether the partition is not this node's any more. */
  public boolean hasEnded() {
    return ended;
  }

  private Step end() {
    return ended ? Step.NONE : begin(Step.RETIRE);
  }

  /** Enters a step, which decides what is allowed from then on. */
  private Step begin(Step next) {
    current = next;
    switch (next) {
      case FOLLOW -> {
        dispatching = true;
        saving = true;
      }
      case DRAIN -> dispatching = false;
      case RETIRE -> {
        dispatching = false;
        saving = false;
        ended = true;
      }
      case TAKE_EPOCH, LOAD, RESTORE, FLUSH, NONE -> {
        // allows as much as before
      }
    }
    return next;
  }

  private static Step after(Step step) {
    List<Step> order = CLAIM.contains(step) ? CLAIM : RELEASE;
    int next = order.indexOf(step) + 1;
    return next < order.size() ? order.get(next) : Step.NONE;
  }
}
