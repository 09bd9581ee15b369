/** What a receiver gets: payloads and signatures. */
@NullMarked
package io.postrider.webhook;

import org.jspecify.annotations.NullMarked;
