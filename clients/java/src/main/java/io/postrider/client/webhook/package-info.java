/** For receivers of webhooks: verifies signatures. */
@NullMarked
package io.postrider.client.webhook;

import org.jspecify.annotations.NullMarked;
