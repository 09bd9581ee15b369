/** What people see of deliveries: counters that survive restarts, latencies, recent attempts. */
@NullMarked
package io.postrider.server.deliver.watch;

import org.jspecify.annotations.NullMarked;
