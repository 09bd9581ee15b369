/** The log as a Kafka topic, and the ownership of its partitions by a consumer group. */
@NullMarked
package io.postrider.log.kafka;

import org.jspecify.annotations.NullMarked;
