package io.postrider.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsNumberTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "-0, 0",
    "-0.0, 0",
    "0e999999999999999999999, 0",
    "1.0, 1",
    "1.10, 1.1",
    "1e3, 1000",
    "1E+3, 1000",
    "0.1, 0.1",
    "100, 100",
    "123456789012345678901, 123456789012345678901",
    "100000000000000000000, 100000000000000000000",
    "1e20, 100000000000000000000",
    "1e21, 1e+21",
    "1000000000000000000000, 1e+21",
    "12e20, 1.2e+21",
    "0.000001, 0.000001",
    "0.0000001, 1e-7",
    "0.00000123, 0.00000123",
    "0.000000123, 1.23e-7",
    "1e-6, 0.000001",
    "9007199254740993, 9007199254740993",
    "9007199254740993.0, 9007199254740993.0",
    "9007199254740992.0, 9007199254740992",
    "1234567890123456789, 1234567890123456789",
    "1.7976931348623157e308, 1.7976931348623157e+308",
    "1.7976931348623157E+308, 1.7976931348623157e+308",
    "1.7976931348623159e308, 1.7976931348623159e308",
    "1e309, 1e309",
    "-1e400, -1e400",
    "1e-400, 1e-400",
    "5e-324, 5e-324",
    "5E-324, 5e-324",
    "0.5e-323, 5e-324",
    "4.9e-324, 4.9e-324",
    "3e-324, 3e-324",
    "1e-323, 1e-323",
    "9.9e-324, 9.9e-324",
    "2.2250738585072014E-308, 2.2250738585072014e-308",
    "0.30000000000000004, 0.30000000000000004",
    "0.300000000000000040, 0.30000000000000004",
    "0.3000000000000000444, 0.3000000000000000444",
    "1e99999999999999999999, 1e99999999999999999999",
    "1e-99999999999999999999, 1e-99999999999999999999",
    "0.00000000000000000001e20, 1",
    "100000000000000000000e-20, 1",
    "1e23, 1e+23",
    "9.999999999999999e22, 9.999999999999999e22"
  })
  void number_isPrintedAsJavaScriptDoesUnlessItWouldChange(String number, String expected) {
    byte[] json = IngestHarness.bytes(number);
    CanonicalJsonHarness canonicalJson = new CanonicalJsonHarness();
    String canonical = new String(canonicalJson.canonicalize(json), StandardCharsets.UTF_8);
    assertThat(canonical).isEqualTo(expected);
    assertThat(canonicalJson.isCanonical(json)).isEqualTo(number.equals(expected));
  }
}
