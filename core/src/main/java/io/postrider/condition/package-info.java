/** Operators, values and their comparison, shared by destination filters and audiences. */
@NullMarked
package io.postrider.condition;

import org.jspecify.annotations.NullMarked;
