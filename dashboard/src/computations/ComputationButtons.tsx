import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Computation } from "../api/computations";
import { useMay } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { useTell } from "../parts/Notices";
import type { Kind } from "./kinds";

interface Props<D> {
  kind: Kind<D>;
  computation: Computation<D>;
}

/** Computes it anew now, stops keeping it, or goes on. */
export function ComputationButtons<D>({ kind, computation }: Props<D>) {
  const may = useMay("editor");
  const queries = useQueryClient();
  const tell = useTell();
  const keep = (found: Computation<D>) => queries.setQueryData([kind.place, computation.id], found);
  const sync = useMutation({
    mutationFn: () => kind.api.sync(computation.id),
    onSuccess: (found) => {
      keep(found);
      tell("It is being computed anew.");
    },
    onError: (failure) => tell(`Not started: ${failure.message}`),
  });
  const enable = useMutation({
    mutationFn: (enabled: boolean) => kind.api.change(computation.id, { enabled }),
    onSuccess: (found) => {
      keep(found);
      tell(found.enabled ? "It is kept up to date again." : "Paused: it stays as it is.");
    },
  });
  if (!may) {
    return null;
  }
  const owned = computation.declaredAs === undefined;
  if (!computation.enabled) {
    return owned ? (
      <Button
        loading={enable.isPending}
        onClick={() =>
          enable.mutate(true, { onError: (failure) => tell(`Not changed: ${failure.message}`) })
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
            It stays as it is, and nothing is sent. When it is resumed, what changed meanwhile is
            worked out and sent.
          </p>
        </ConfirmButton>
      )}
    </>
  );
}
