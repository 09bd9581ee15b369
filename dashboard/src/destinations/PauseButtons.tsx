import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeDestination, type Destination, type DestinationChange } from "../api/destinations";
import { useMay } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { useTell } from "../parts/Notices";

/** Holds a destination back, or switches it off and on. */
export function PauseButtons({ destination }: { destination: Destination }) {
  const may = useMay("editor") && !destination.declaredAs;
  const queries = useQueryClient();
  const tell = useTell();
  const change = useMutation({
    mutationFn: (change: DestinationChange) => changeDestination(destination.id, change),
    onSuccess: (changed) => queries.setQueryData(["destinations", destination.id], changed),
    onError: (failure) => tell(`Not changed: ${failure.message}`),
  });
  if (!may) {
    return null;
  }
  const run = (wanted: DestinationChange, done: string) =>
    change.mutateAsync(wanted).then(() => tell(done));
  if (!destination.enabled) {
    return (
      <Button
        loading={change.isPending}
        onClick={() => run({ enabled: true }, "The destination is enabled.").catch(() => {})}
      >
        Enable
      </Button>
    );
  }
  return (
    <>
      {destination.paused ? (
        <Button
          loading={change.isPending}
          onClick={() => run({ paused: false }, "The destination is resumed.").catch(() => {})}
        >
          Resume
        </Button>
      ) : (
        <Button
          variant="default"
          loading={change.isPending}
          onClick={() =>
            run({ paused: true }, "The destination is paused. Messages wait.").catch(() => {})
          }
        >
          Pause
        </Button>
      )}
      <ConfirmButton
        label="Disable"
        title={`Disable ${destination.name}?`}
        onConfirm={() => run({ enabled: false }, "The destination is disabled.")}
      >
        <p>
          Pending messages are cancelled. Messages accepted while it is disabled are not sent to it.
          To keep everything waiting instead, pause it.
        </p>
      </ConfirmButton>
    </>
  );
}
