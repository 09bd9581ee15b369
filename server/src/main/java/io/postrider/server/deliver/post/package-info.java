/**
 * Posting to receivers: one attempt at one URL, with its name look-up, address guard, TLS,
 * connections, deadline and the reading of the answer. Knows nothing of retries.
 */
@NullMarked
package io.postrider.server.deliver.post;

import org.jspecify.annotations.NullMarked;
