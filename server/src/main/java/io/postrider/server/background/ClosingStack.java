package io.postrider.server.background;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parts that are open, closed in the reverse order; one that fails does not keep the others. */
public final class ClosingStack implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClosingStack.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  public synchronized <T extends AutoCloseable> T add(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public synchronized void close() {
    while (!parts.isEmpty()) {
      AutoCloseable part = parts.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOG.atError().setCause(e).addKeyValue("part", part).log("A part could not be closed.");
      }
    }
  }
}
