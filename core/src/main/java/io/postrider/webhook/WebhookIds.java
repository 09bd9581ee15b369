package io.postrider.webhook;

import io.postrider.message.RecordView;
import java.util.HexFormat;

/**
 * The {@code webhook-id} of a message: its ID if that has only letters, digits, {@code -} and
 * {@code _}, otherwise a stable hash.
 */
public final class WebhookIds {

  private static final HexFormat HEX = HexFormat.of();

  private WebhookIds() {}

  public static String of(RecordView record) {
    String id = Payloads.messageId(record);
    return isPlain(id)
        ? id
        : "msg_"
            + HEX.toHexDigits(record.messageHashHigh())
            + HEX.toHexDigits(record.messageHashLow());
  }

  private static boolean isPlain(String id) {
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      if (!plain && c != '-' && c != '_') {
        return false;
      }
    }
    return true;
  }
}
