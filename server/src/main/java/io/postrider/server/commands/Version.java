package io.postrider.server.commands;

import picocli.CommandLine.IVersionProvider;

/** Which version of the program this is. */
public final class Version implements IVersionProvider {

  /** The version, as in the {@code User-Agent} of what the program sends. */
  static final String NUMBER = "1.0";

  @Override
  public String[] getVersion() {
    return new String[] {"Postrider " + NUMBER};
  }
}
