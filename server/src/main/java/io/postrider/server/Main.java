package io.postrider.server;

public final class Main {
  private Main() {}

  public static void main(String[] args) {}
}
