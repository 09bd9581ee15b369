package io.postrider.ownership.simulation;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Assigns partitions to the members of a group, as a broker does: evenly and with few moves. A
 * member that stays silent for a session is expelled. A partition moves when its owner has released
 * it.
 */
final class GroupCoordinator {

  /**
   * What a member tells.
   *
   * @param run which process speaks under the name
   * @param held the partitions that it owns or has not released yet
   */
  record Heartbeat(String member, long run, boolean joins, Set<Integer> held) {}

  /** What it gets in return: its partitions; nothing if it is not a member. */
  record Answer(boolean isMember, Set<Integer> partitions) {}

  private static final class Member {
    private long run;
    private long heardMillis;
  }

  private final long sessionMillis;
  private final Map<String, Member> members = new TreeMap<>();
  private final List<@Nullable String> owners;
  private final Set<Integer> moving = new TreeSet<>();

  GroupCoordinator(int partitions, long sessionMillis) {
    this.sessionMillis = sessionMillis;
    this.owners = new ArrayList<>(Collections.nCopies(partitions, null));
  }

  Answer heard(Heartbeat beat, long nowMillis) {
    Member member = members.get(beat.member);
    if (member == null && beat.joins) {
      member = new Member();
      members.put(beat.member, member);
    }
    if (member == null || beat.run < member.run || (beat.run > member.run && !beat.joins)) {
      return new Answer(false, Set.of());
    }
    member.run = beat.run;
    member.heardMillis = nowMillis;
    for (int partition : List.copyOf(moving)) {
      if (isOwner(beat.member, partition) && !beat.held.contains(partition)) {
        free(partition);
      }
    }
    assign();
    Set<Integer> partitions = new TreeSet<>(ownedBy(beat.member));
    partitions.removeAll(moving);
    return new Answer(true, partitions);
  }

  void leave(String member, long run) {
    Member known = members.get(member);
    if (known != null && known.run == run) {
      expel(member);
    }
  }

  /** Expels silent members. */
  void look(long nowMillis) {
    for (String member : List.copyOf(members.keySet())) {
      long heard = Objects.requireNonNull(members.get(member)).heardMillis;
      if (nowMillis - heard >= sessionMillis) {
        expel(member);
      }
    }
    assign();
  }

  /** Moves a partition. */
  void move(int partition) {
    if (owners.get(partition) != null) {
      moving.add(partition);
    }
  }

  boolean isOwner(String member, int partition) {
    return member.equals(owners.get(partition));
  }

  private void expel(String member) {
    ownedBy(member).forEach(this::free);
    members.remove(member);
  }

  private void free(int partition) {
    owners.set(partition, null);
    moving.remove(partition);
  }

  private List<Integer> ownedBy(String member) {
    List<Integer> owned = new ArrayList<>();
    for (int partition = 0; partition < owners.size(); partition++) {
      if (isOwner(member, partition)) {
        owned.add(partition);
      }
    }
    return owned;
  }

  /** Gives what nobody owns to those who own least; then moves from the richest to the poorest. */
  private void assign() {
    if (members.isEmpty()) {
      return;
    }
    for (int partition = 0; partition < owners.size(); partition++) {
      if (owners.get(partition) == null) {
        owners.set(partition, poorest());
      }
    }
    List<Integer> most = List.of();
    for (String member : members.keySet()) {
      List<Integer> owned = ownedBy(member);
      most = owned.size() > most.size() ? owned : most;
    }
    if (moving.isEmpty() && most.size() > ownedBy(poorest()).size() + 1) {
      moving.add(most.getLast());
    }
  }

  private String poorest() {
    String least = null;
    for (String member : members.keySet()) {
      if (least == null || ownedBy(member).size() < ownedBy(least).size()) {
        least = member;
      }
    }
    return Objects.requireNonNull(least);
  }
}
