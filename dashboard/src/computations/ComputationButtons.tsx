import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Computation } from "../api/computations";
import { useHasRole } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { useNotify } from "../parts/Notices";
import type { Kind } from "./kinds";

interface Props<D> {
  kind: Kind<D>;
  computation: Computation<D>;
}

/** Sync, pause and resume buttons. */
export function ComputationButtons<D>({ kind, computation }: Props<D>) {
  const permitted = useHasRole("editor");
  const queries = useQueryClient();
  const notify = useNotify();
  const keep = (found: Computation<D>) => queries.setQueryData([kind.place, computation.id], found);
  const sync = useMutation({
    mutationFn: () => kind.api.sync(computation.id),
    onSuccess: (found) => {
      keep(found);
      notify("Recomputation started.");
    },
    onError: (failure) => notify(`Not started: ${failure.message}`),
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => kind.api.change(computation.id, { enabled }),
    onSuccess: (found) => {
      keep(found);
      notify(found.enabled ? "Resumed." : "Paused.");
    },
  });
  if (!permitted) {
    return null;
  }
  const owned = computation.declaredAs === undefined;
  if (!computation.enabled) {
    return owned ? (
      <Button
        loading={enable.isPending}
        onClick={() =>
          enable.mutate(true, { onError: (failure) => notify(`Not changed: ${failure.message}`) })
        }
      >
        Resume
      </Button>
    ) : null;
  }
  return (
    <>
      <Button variant="default" loading={sync.isPending} onClick={() => sync.mutate()}>
        Sync now
      </Button>
      {owned && (
        <ConfirmButton
          label="Pause"
          title={`Pause ${computation.name}?`}
          onConfirm={() => enable.mutateAsync(false)}
        >
          <p>
            It stays unchanged and sends nothing. On resume, changes since then are computed and
            sent.
          </p>
        </ConfirmButton>
      )}
    </>
  );
}
