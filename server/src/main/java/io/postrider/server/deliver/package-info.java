/**
 * Delivers what is in the log: event loops that drive one machine for each destination and
 * partition, and keep how far they have come.
 */
@NullMarked
package io.postrider.server.deliver;

import org.jspecify.annotations.NullMarked;
