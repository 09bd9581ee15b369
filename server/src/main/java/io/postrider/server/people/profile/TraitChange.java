package io.postrider.server.people.profile;

import io.postrider.profile.Trait;
import io.postrider.profile.TraitVersion;

/** What was said of one trait, and of when that is. */
public record TraitChange(Trait trait, TraitVersion at) {}
