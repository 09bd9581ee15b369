package io.postrider.server.profile;

import io.postrider.profile.Stamp;
import io.postrider.profile.Trait;

/** What was said of one trait, and of when that is. */
public record TraitChange(Trait trait, Stamp at) {}
