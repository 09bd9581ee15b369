/**
 * What nodes tell each other about deliveries through the database they share: who delivers which
 * partition, and how destinations fare there.
 */
@NullMarked
package io.postrider.server.delivery.cluster;

import org.jspecify.annotations.NullMarked;
