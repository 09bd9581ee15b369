/** The part of the admin API that shows what became of messages, and sends them again. */
@NullMarked
package io.postrider.server.control.deliveries;

import org.jspecify.annotations.NullMarked;
