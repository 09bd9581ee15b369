/** Payloads and signatures of requests to receivers. */
@NullMarked
package io.postrider.webhook;

import org.jspecify.annotations.NullMarked;
