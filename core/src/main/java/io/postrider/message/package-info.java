/** Accepted messages: reading, validation, canonical JSON and the record format. */
@NullMarked
package io.postrider.message;

import org.jspecify.annotations.NullMarked;
