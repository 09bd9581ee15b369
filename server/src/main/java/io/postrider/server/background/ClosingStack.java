package io.postrider.server.background;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes resources in reverse order; a failure does not prevent closing the others. */
public final class ClosingStack implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ClosingStack.class);

  private final Deque<AutoCloseable> resources = new ArrayDeque<>();

  public synchronized <T extends AutoCloseable> T add(T resource) {
    resources.push(resource);
    return resource;
  }

  @Override
  public synchronized void close() {
    while (!resources.isEmpty()) {
      AutoCloseable resource = resources.pop();
      try {
        resource.close();
      } catch (Exception e) {
        LOG.atError().setCause(e).addKeyValue("resource", resource).log("Cannot close a resource.");
      }
    }
  }
}
