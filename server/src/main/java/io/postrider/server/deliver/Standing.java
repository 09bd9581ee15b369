package io.postrider.server.deliver;

import io.postrider.delivery.DeliveryMachine;
import io.postrider.delivery.DestinationState;
import io.postrider.delivery.UrlState;
import io.postrider.server.deliver.watch.LastError;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a destination fares at one moment.
 *
 * @param lastError the last attempt that failed; null if none has
 * @param failed how many deliveries are marked as failed
 */
public record Standing(
    DestinationState state,
    @Nullable LastError lastError,
    List<UrlState> urls,
    long failed,
    List<Backlog> backlogs) {

  /**
   * What waits in one partition.
   *
   * @param waiting messages in memory or tried before
   * @param unread offsets that were not looked at yet; not all of them are for the destination
   * @param oldest the first offset that waits; nothing does if it is the end of the log
   */
  public record Backlog(int partition, long waiting, long unread, long oldest) {}

  static Standing of(Outbound outbound) {
    long failed = 0;
    List<Backlog> backlogs = new ArrayList<>();
    for (Lane lane : outbound.lanes()) {
      DeliveryMachine machine = lane.machine();
      failed += machine.failed();
      long unread = machine.isLevel() ? 0 : Math.max(0, lane.livePosition() - machine.readTo());
      backlogs.add(
          new Backlog(
              lane.partition(),
              (long) machine.queued() + machine.open(),
              Math.max(0, unread - machine.queued()),
              machine.neededFrom()));
    }
    return new Standing(
        outbound.gates().state(),
        outbound.watch().lastError(),
        outbound.gates().urls(),
        failed,
        List.copyOf(backlogs));
  }
}
