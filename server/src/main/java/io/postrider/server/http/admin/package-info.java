/** The frame of the admin API: routing, authentication hook, JSON bodies, paging, problems. */
@NullMarked
package io.postrider.server.http.admin;

import org.jspecify.annotations.NullMarked;
