import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Destination, tryDestinationNow } from "../api/destinations";
import { useHasRole } from "../app/session";
import { count } from "../parts/format";
import { useNotify } from "../parts/Notices";

/** A button to try everything at once that waits for a failing destination. */
export function TryNowButton({ destination }: { destination: Destination }) {
  const permitted = useHasRole("editor");
  const queries = useQueryClient();
  const notify = useNotify();
  const attempt = useMutation({
    mutationFn: () => tryDestinationNow(destination.id),
    onSuccess: ({ pending }) =>
      notify(
        pending.messages > 0
          ? `Trying now; ${count(pending.messages)} waiting.`
          : "Nothing waits. The next message is sent at once.",
      ),
    onError: (failure) => notify(`Not tried: ${failure.message}`),
    onSettled: () => queries.invalidateQueries(),
  });
  if (!permitted || (destination.state !== "failing" && destination.state !== "degraded")) {
    return null;
  }
  return (
    <Button variant="default" loading={attempt.isPending} onClick={() => attempt.mutate()}>
      Try now
    </Button>
  );
}
