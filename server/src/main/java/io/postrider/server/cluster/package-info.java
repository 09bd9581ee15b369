/** A node among others that share a log on Kafka: its logs, its name, and the keys they share. */
@NullMarked
package io.postrider.server.cluster;

import org.jspecify.annotations.NullMarked;
