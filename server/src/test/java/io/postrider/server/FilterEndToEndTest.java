package io.postrider.server;

final class FilterEndToEndTest extends FilterEndToEndContract {

  FilterEndToEndTest() {
    super(TestEngine.embedded());
  }
}
