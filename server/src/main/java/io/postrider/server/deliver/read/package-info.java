/**
 * How deliveries read the log: one live reader per partition for all that keep up, a few shared
 * scans for those that are behind, and single records for retries.
 */
@NullMarked
package io.postrider.server.deliver.read;

import org.jspecify.annotations.NullMarked;
