/** The accepted call: reading, validation, spelling and the record it is kept as. */
@NullMarked
package io.postrider.message;

import org.jspecify.annotations.NullMarked;
