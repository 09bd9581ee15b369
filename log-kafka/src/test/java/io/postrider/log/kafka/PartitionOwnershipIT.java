package io.postrider.log.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.postrider.log.kafka.OwnershipSettings.Protocol;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(120)
final class PartitionOwnershipIT {

  private static final int PARTITIONS = 4;
  private static final Set<Integer> ALL = Set.of(0, 1, 2, 3);
  private static final Duration SESSION = Duration.ofSeconds(4);
  private static final Duration WITHOUT_EFFECT = Duration.ofMinutes(5);

  private static KafkaCluster cluster;

  private final String group = "group-" + Uuid.randomUuid();
  private final List<PartitionOwnership> members = new ArrayList<>();
  private final List<MemberProcess> processes = new ArrayList<>();
  private String topic;

  @BeforeAll
  static void start() {
    cluster = KafkaCluster.start(BrokerVersion.V4_3, 1);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void createTopic() {
    topic = cluster.createTopic(PARTITIONS);
  }

  @AfterEach
  void closeAll() {
    processes.forEach(MemberProcess::close);
    members.forEach(PartitionOwnership::close);
  }

  private PartitionOwnership join(String node, OwnershipListener listener) {
    return join(node, Protocol.CLASSIC, listener);
  }

  private PartitionOwnership join(String node, Protocol protocol, OwnershipListener listener) {
    return join(new OwnershipSettings(group, node, protocol, sessionOf(protocol)), listener);
  }

  /** With {@link Protocol#CONSUMER} the brokers decide, who have {@link #SESSION} too. */
  private static Duration sessionOf(Protocol protocol) {
    return protocol == Protocol.CLASSIC ? SESSION : WITHOUT_EFFECT;
  }

  private PartitionOwnership join(OwnershipSettings settings, OwnershipListener listener) {
    PartitionOwnership member =
        PartitionOwnership.join(cluster.connection(), topic, settings, listener, System::nanoTime);
    members.add(member);
    return member;
  }

  private MemberProcess startProcess(String node, Protocol protocol) {
    MemberProcess process =
        new MemberProcess(
            cluster.bootstrap(),
            topic,
            group,
            node,
            protocol.name(),
            "" + sessionOf(protocol).toMillis(),
            "" + PARTITIONS);
    processes.add(process);
    return process;
  }

  private static ConditionFactory eventually() {
    return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
  }

  private static void awaitOwned(PartitionOwnership member, Set<Integer> partitions) {
    eventually().until(() -> mayDispatch(member).equals(partitions));
    assertThat(member.owned()).isEqualTo(partitions);
  }

  private static Set<Integer> mayDispatch(PartitionOwnership member) {
    Set<Integer> allowed = new TreeSet<>();
    ALL.stream().filter(one -> TestLease.mayDispatch(member, one)).forEach(allowed::add);
    return allowed;
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void members_shareAllPartitions(Protocol protocol) {
    RecordingListener told = new RecordingListener();
    PartitionOwnership one = join("one", protocol, told);
    awaitOwned(one, ALL);
    PartitionOwnership two = join("two", protocol, new RecordingListener());
    eventually().until(() -> mayDispatch(one).size() == 2 && mayDispatch(two).size() == 2);
    assertThat(one.owned()).doesNotContainAnyElementsOf(two.owned());
    assertThat(told.calls()).contains("revoked " + new TreeSet<>(two.owned()));
    two.leave();
    awaitOwned(one, ALL);
    assertThat(mayDispatch(two)).isEmpty();
  }

  @Test
  void revokedPartition_movesWhenTheCallReturns() {
    RecordingListener later = new RecordingListener();
    List<String> assignedMeanwhile = new ArrayList<>();
    List<Set<Integer>> allowedMeanwhile = new ArrayList<>();
    PartitionOwnership[] self = new PartitionOwnership[1];
    PartitionOwnership one =
        join(
            "one",
            new OwnershipListener() {
              @Override
              public void assigned(Set<Integer> partitions) {}

              @Override
              public void revoked(Set<Integer> partitions) {
                // longer than a session: only the call's end gives them away
                long end = System.nanoTime() + SESSION.multipliedBy(2).toNanos();
                await().atMost(Duration.ofMinutes(1)).until(() -> System.nanoTime() > end);
                assignedMeanwhile.addAll(later.calls());
                Set<Integer> allowed = mayDispatch(self[0]);
                allowed.retainAll(partitions);
                allowedMeanwhile.add(allowed);
              }

              @Override
              public void lost(Set<Integer> partitions) {}
            });
    self[0] = one;
    awaitOwned(one, ALL);
    PartitionOwnership two = join("two", later);
    eventually().until(() -> mayDispatch(two).size() == 2);
    assertThat(assignedMeanwhile).isEmpty();
    assertThat(allowedMeanwhile).containsExactly(Set.of());
  }

  @Test
  void closedMember_getsItsPartitionsBackWithinTheSession() {
    RecordingListener told = new RecordingListener();
    awaitOwned(join("one", told), ALL);
    PartitionOwnership two = join("two", new RecordingListener());
    eventually().until(() -> mayDispatch(two).size() == 2);
    List<String> before = told.calls();
    Set<Integer> had = two.owned();
    two.close();
    assertThat(mayDispatch(two)).isEmpty();
    awaitOwned(join("two", new RecordingListener()), had);
    assertThat(told.calls()).isEqualTo(before); // the other node noticed nothing
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void killedMember_losesItsPartitions(Protocol protocol) {
    MemberProcess killed = startProcess("one", protocol);
    eventually().until(() -> !killed.lines("may").isEmpty());
    PartitionOwnership two = join("two", protocol, new RecordingListener());
    eventually().until(() -> mayDispatch(two).size() == 2);
    killed.kill();
    awaitOwned(two, ALL);
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void pausedMember_dispatchesNothingThatMoved(Protocol protocol) {
    MemberProcess paused = startProcess("one", protocol);
    eventually().until(() -> !paused.lines("may").isEmpty());
    PartitionOwnership two = join("two", protocol, new RecordingListener());
    eventually().until(() -> mayDispatch(two).size() == 2);
    paused.pause();
    long pausedNanos = System.nanoTime();
    awaitOwned(two, ALL);
    paused.resume();
    eventually().until(() -> !paused.lines("lost").isEmpty());
    List<String> lines = paused.lines();
    List<String> untilLost = lines.subList(0, lines.indexOf(paused.lines("lost").getFirst()));
    assertThat(untilLost.stream().filter(line -> line.startsWith("may ")))
        .isNotEmpty()
        .allMatch(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)) < pausedNanos);
    eventually().until(() -> mayDispatch(two).size() == 2); // shared again
  }

  @ParameterizedTest
  @EnumSource(Protocol.class)
  void silentCoordinator_endsTheLease(Protocol protocol) {
    PartitionOwnership one = join("one", protocol, new RecordingListener());
    awaitOwned(one, ALL);
    cluster.broker().pause();
    try {
      eventually().until(() -> mayDispatch(one).isEmpty());
      assertThat(one.owned()).isEqualTo(ALL); // nobody has told it otherwise
      assertThat(TestLease.isHeld(one, System.nanoTime())).isFalse();
    } finally {
      cluster.broker().resume();
    }
    awaitOwned(one, ALL);
  }

  @Test
  void secondProcessOfANode_takesItsPlace() {
    RecordingListener told = new RecordingListener();
    PartitionOwnership first = join("one", told);
    awaitOwned(first, ALL);
    PartitionOwnership second = join("one", new RecordingListener());
    awaitOwned(second, ALL);
    eventually().until(() -> first.failure().isPresent());
    assertThat(first.failure().orElseThrow()).contains("another process").contains("'one'");
    assertThat(first.owned()).isEmpty();
    assertThat(told.calls()).endsWith("lost [0, 1, 2, 3]");
  }

  @Test
  void ownerThatEndsWhileItGivesPartitionsUp_leavesNoneWithoutAnOwner() {
    try (BlockingListener ending = new BlockingListener()) {
      awaitOwned(join("one", ending), ALL);
      PartitionOwnership two = join("two", new RecordingListener());
      ending.awaitRevoked();
      PartitionOwnership one = join("one", new RecordingListener());
      eventually().until(() -> together(one, two).equals(ALL));
      assertThat(one.owned()).doesNotContainAnyElementsOf(two.owned());
    }
  }

  /** The coordinator always rebalances for the leader of a group; for others only with news. */
  @Test
  void followerThatEndsWhileItGivesPartitionsUp_leavesNoneWithoutAnOwner() {
    topic = cluster.createTopic(3);
    Set<Integer> three = Set.of(0, 1, 2);
    try (BlockingListener ending = new BlockingListener()) {
      PartitionOwnership leader = join("zero", new RecordingListener());
      awaitOwned(leader, three);
      PartitionOwnership follower = join("one", ending);
      PartitionOwnership other = join("two", new RecordingListener());
      eventually()
          .until(
              () ->
                  Stream.of(leader, follower, other)
                      .allMatch(member -> mayDispatch(member).size() == 1));
      other.leave(); // the first by name gets what is free
      eventually().until(() -> mayDispatch(follower).size() == 2);
      PartitionOwnership third = join("two", new RecordingListener());
      ending.awaitRevoked();
      PartitionOwnership returned = join("one", new RecordingListener());
      eventually().until(() -> together(leader, returned, third).equals(three));
      assertThat(List.of(leader.owned(), returned.owned(), third.owned()))
          .allSatisfy(owned -> assertThat(owned).hasSize(1));
    }
  }

  @Test
  void memberThatRejoins_getsPartitionsWithoutAnOwner() {
    try (BlockingListener ending = new BlockingListener()) {
      awaitOwned(join("one", ending), ALL);
      PartitionOwnership two = join("two", new RecordingListener());
      ending.awaitRevoked();
      OwnershipSettings settings = new OwnershipSettings(group, "one", Protocol.CLASSIC, SESSION);
      try (PassiveMember one = PassiveMember.join(cluster.connection(), topic, settings)) {
        eventually().until(() -> one.assigned() == 2);
        assertThat(two.owned()).isEmpty();
        assertThat(two.rejoin()).isTrue();
        eventually().until(() -> mayDispatch(two).size() == 2);
        assertThat(one.assigned()).isEqualTo(2);
      }
    }
  }

  private static Set<Integer> together(PartitionOwnership... members) {
    Set<Integer> all = new TreeSet<>();
    Stream.of(members).map(PartitionOwnershipIT::mayDispatch).forEach(all::addAll);
    return all;
  }

  @Test
  void sessionTimeoutThatTheBrokersRefuse_isReported() {
    Duration tooShort = Duration.ofMillis(400);
    PartitionOwnership one =
        join(
            new OwnershipSettings(group, "one", Protocol.CLASSIC, tooShort),
            new RecordingListener());
    eventually().until(() -> one.failure().isPresent());
    assertThat(one.failure().orElseThrow())
        .contains("'cluster.session-timeout' (400 ms)")
        .contains("group.min.session.timeout.ms");
    assertThat(one.owned()).isEmpty();
  }

  @Test
  void offsets_areNeverCommitted() throws Exception {
    awaitOwned(join("one", new RecordingListener()), ALL);
    assertThat(
            cluster
                .admin()
                .listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get()
                .values())
        .allMatch(offset -> offset == null);
  }
}
