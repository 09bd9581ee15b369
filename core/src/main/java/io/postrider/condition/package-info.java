/**
 * What conditions compare: operators, values and what they mean together. Filters on destinations
 * ask them of messages; whoever asks them of something else gets the same answers.
 */
@NullMarked
package io.postrider.condition;

import org.jspecify.annotations.NullMarked;
