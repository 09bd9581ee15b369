@NullMarked
package io.postrider.log.kafka;

import org.jspecify.annotations.NullMarked;
