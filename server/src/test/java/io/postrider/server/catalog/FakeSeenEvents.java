package io.postrider.server.catalog;

import io.postrider.id.SourceId;
import io.postrider.server.database.DatabaseUnavailableException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The events that a test sets, the same for every source. */
public final class FakeSeenEvents implements SeenEvents {

  private final List<Seen> events = new ArrayList<>();
  private @Nullable Seen others;
  private boolean behind;

  public void see(String event, long count, long filtered, Instant first, Instant last) {
    events.add(new Seen(event, count, filtered, first, last));
  }

  public void seeOthers(long count, Instant at) {
    others = new Seen("", count, 0, at, at);
  }

  public void fallBehind() {
    behind = true;
  }

  @Override
  public Known of(SourceId source) {
    return new Known(events, others);
  }

  @Override
  public Known upToNow(SourceId source) {
    if (behind) {
      throw new DatabaseUnavailableException("behind");
    }
    return of(source);
  }
}
