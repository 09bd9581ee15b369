/**
 * What is known of one person, as it is stored and merged: values coded so that every database
 * compares them alike, traits of which the latest wins, and the bounds of both.
 */
@NullMarked
package io.postrider.profile;

import org.jspecify.annotations.NullMarked;
