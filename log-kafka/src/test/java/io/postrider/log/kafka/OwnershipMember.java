package io.postrider.log.kafka;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A member of a group in a process of its own. Prints what it is told, and when it could dispatch.
 */
final class OwnershipMember {

  private OwnershipMember() {}

  /**
   * Arguments: bootstrap, topic, group, node, protocol, session timeout in milliseconds,
   * partitions.
   */
  public static void main(String[] args) throws InterruptedException {
    OwnershipListener printing =
        new OwnershipListener() {
          @Override
          public void assigned(Set<Integer> partitions) {
            print("assigned " + partitions);
          }

          @Override
          public void revoked(Set<Integer> partitions) {
            print("revoked " + partitions);
          }

          @Override
          public void lost(Set<Integer> partitions) {
            print("lost " + partitions);
          }
        };
    OwnershipSettings settings =
        new OwnershipSettings(
            args[2],
            args[3],
            OwnershipSettings.Protocol.valueOf(args[4]),
            Duration.ofMillis(Long.parseLong(args[5])));
    int partitions = Integer.parseInt(args[6]);
    PartitionOwnership ownership =
        PartitionOwnership.join(
            KafkaConnection.plaintext(args[0]), args[1], settings, printing, System::nanoTime);
    CountDownLatch never = new CountDownLatch(1);
    while (!never.await(20, TimeUnit.MILLISECONDS)) {
      for (int partition = 0; partition < partitions; partition++) {
        long now = System.nanoTime();
        if (TestLease.mayDispatch(ownership, partition)) {
          print("may " + partition + " " + now);
        }
      }
    }
  }

  private static synchronized void print(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
