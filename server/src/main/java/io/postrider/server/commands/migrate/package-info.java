/**
 * Moves a data folder to Kafka and PostgreSQL: copies the logs into topics, and the tables with
 * every offset translated. {@link io.postrider.server.commands.migrate.Migration} runs the steps.
 */
@NullMarked
package io.postrider.server.commands.migrate;

import org.jspecify.annotations.NullMarked;
