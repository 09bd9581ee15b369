package io.postrider.server.control;

import io.postrider.server.http.Resource;
import java.util.List;

/** A part of the admin API: some paths and what answers them. */
public interface ApiPart {

  /** Its paths, below {@code /api}. */
  List<Resource> resources();
}
