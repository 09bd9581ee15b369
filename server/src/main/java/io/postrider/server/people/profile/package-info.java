/** Profiles: a projection of the log onto people. */
@NullMarked
package io.postrider.server.people.profile;

import org.jspecify.annotations.NullMarked;
