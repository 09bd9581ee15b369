import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeDestination, type Destination, type DestinationChange } from "../api/destinations";
import { useHasRole } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { useNotify } from "../parts/Notices";

/** Buttons to pause, resume, disable and enable a destination. */
export function PauseButtons({ destination }: { destination: Destination }) {
  const permitted = useHasRole("editor") && !destination.declaredAs;
  const queries = useQueryClient();
  const notify = useNotify();
  const change = useMutation({
    mutationFn: (change: DestinationChange) => changeDestination(destination.id, change),
    onSuccess: (changed) => queries.setQueryData(["destinations", destination.id], changed),
    onError: (failure) => notify(`Not changed: ${failure.message}`),
  });
  if (!permitted) {
    return null;
  }
  const run = (wanted: DestinationChange, done: string) =>
    change.mutateAsync(wanted).then(() => notify(done));
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
          Waiting messages are cancelled. Messages accepted while it is disabled are not sent to it.
          To keep messages waiting instead, pause it.
        </p>
      </ConfirmButton>
    </>
  );
}
