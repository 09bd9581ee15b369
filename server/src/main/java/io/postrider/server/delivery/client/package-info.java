/** The webhook HTTP client: DNS, address guard, TLS, connection pools, deadlines. */
@NullMarked
package io.postrider.server.delivery.client;

import org.jspecify.annotations.NullMarked;
