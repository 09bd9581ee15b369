package io.postrider.server.people.sql;

import io.postrider.server.database.Handle;
import io.postrider.server.people.profile.ChangedProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Records all calls. */
final class RecordingListener implements ProfileChangeListener {

  final List<ChangedProfile> changes = new ArrayList<>();
  final List<Long> erased = new ArrayList<>();
  final List<List<Long>> merges = new ArrayList<>();
  int rebuilt;

  @Override
  public void changed(Handle handle, Collection<ChangedProfile> changed, Instant now) {
    changes.addAll(changed);
  }

  @Override
  public void erased(Handle handle, Collection<Long> profiles) {
    erased.addAll(profiles);
  }

  @Override
  public void merged(Handle handle, long from, long into) {
    merges.add(List.of(from, into));
  }

  @Override
  public void rebuilt(Handle handle, Instant now) {
    rebuilt++;
  }
}
