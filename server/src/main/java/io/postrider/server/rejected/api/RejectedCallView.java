package io.postrider.server.rejected.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.postrider.id.SourceId;
import io.postrider.message.Redaction;
import io.postrider.server.rejected.RejectedCall;
import io.postrider.server.rejected.RejectedReports;
import io.postrider.server.rejected.StoredCall;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rejected call as its reader may see it. */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RejectedCallView(
    @JsonProperty String id,
    @JsonProperty Instant at,
    @JsonProperty @JsonSerialize(using = ToStringSerializer.class) @Nullable SourceId sourceId,
    @JsonProperty String code,
    @JsonProperty String message,
    @JsonProperty String sender,
    @JsonProperty @Nullable Integer index,
    @JsonProperty int bytes,
    @JsonProperty @Nullable String body,
    @JsonProperty boolean truncated) {

  private static final List<String> ADDRESS = List.of("context", "ip");

  static RejectedCallView of(RejectedReports.Found found, Redaction redaction) {
    StoredCall call = found.call();
    boolean whole = call.index() == RejectedCall.WHOLE;
    String body = call.body().text();
    return new RejectedCallView(
        Long.toString(found.place()),
        call.at(),
        call.source(),
        call.code(),
        call.message(),
        redaction.hides(ADDRESS) ? Redaction.MASK : call.sender(),
        whole ? null : (Integer) call.index(),
        call.sizeBytes(),
        body.isEmpty() ? null : (whole ? redaction.inBatch() : redaction).masked(body),
        call.sizeBytes() > RejectedCall.MAX_BODY_BYTES);
  }
}
