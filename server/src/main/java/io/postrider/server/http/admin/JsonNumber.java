package io.postrider.server.http.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.node.NumericNode;
import io.postrider.message.CanonicalJson;
import java.io.IOException;
import java.io.Serial;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * A number of a JSON tree, as text. It prints as JavaScript prints it if that is exact, otherwise
 * as it was written. Immutable.
 *
 * <p>Creating, comparing and printing a number never computes its value, so a huge exponent costs
 * nothing. {@link #isBounded} tells whether its value can be computed cheaply.
 */
public final class JsonNumber extends NumericNode {

  /** The maximum length of a bounded number. */
  public static final int MAX_LENGTH = 1_000;

  /** The maximum number of digits in the exponent of a bounded number. */
  public static final int MAX_EXPONENT_DIGITS = 9;

  @Serial private static final long serialVersionUID = 1;

  private final String text;

  private JsonNumber(String text) {
    this.text = text;
  }

  /** The number of a JSON text, which must be valid. */
  public static JsonNumber of(String text) {
    return new JsonNumber(CanonicalJson.number(text));
  }

  public static JsonNumber of(BigDecimal number) {
    return of(number.toString());
  }

  /** Whether a number has at most a certain length, and a certain number of exponent digits. */
  public static boolean isBounded(String text) {
    if (text.length() > MAX_LENGTH) {
      return false;
    }
    int at = Math.max(text.indexOf('e'), text.indexOf('E')) + 1;
    if (at == 0) {
      return true;
    }
    while (at < text.length() && "+-0".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return text.length() - at <= MAX_EXPONENT_DIGITS;
  }

  @Override
  public JsonParser.NumberType numberType() {
    return isIntegralNumber()
        ? JsonParser.NumberType.BIG_INTEGER
        : JsonParser.NumberType.BIG_DECIMAL;
  }

  @Override
  public JsonToken asToken() {
    return isIntegralNumber() ? JsonToken.VALUE_NUMBER_INT : JsonToken.VALUE_NUMBER_FLOAT;
  }

  /** Whether the text has neither a decimal point nor an exponent. */
  @Override
  public boolean isIntegralNumber() {
    return text.chars().noneMatch(c -> c == '.' || c == 'e' || c == 'E');
  }

  @Override
  public Number numberValue() {
    return decimalValue();
  }

  @Override
  public int intValue() {
    return (int) doubleValue();
  }

  @Override
  public long longValue() {
    return isIntegralNumber() ? bigIntegerValue().longValue() : (long) doubleValue();
  }

  @Override
  public double doubleValue() {
    return Double.parseDouble(text);
  }

  /** The exact value; expensive to compute with if the number is not {@link #isBounded bounded}. */
  @Override
  public BigDecimal decimalValue() {
    return new BigDecimal(text);
  }

  @Override
  public BigInteger bigIntegerValue() {
    return decimalValue().toBigInteger();
  }

  @Override
  public boolean canConvertToInt() {
    return doubleValue() >= Integer.MIN_VALUE && doubleValue() <= Integer.MAX_VALUE;
  }

  @Override
  public boolean canConvertToLong() {
    return doubleValue() >= Long.MIN_VALUE && doubleValue() < Long.MAX_VALUE;
  }

  @Override
  public String asText() {
    return text;
  }

  @Override
  public void serialize(JsonGenerator out, SerializerProvider provider) throws IOException {
    out.writeNumber(text);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonNumber that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
