/** For those who receive webhooks: is this request from Postrider? */
@NullMarked
package io.postrider.client.webhook;

import org.jspecify.annotations.NullMarked;
