import { Switch } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { changeDestination, type Destination, rotateSecret } from "../api/destinations";
import { ConfirmButton } from "../parts/ConfirmButton";
import { CopyField } from "../parts/CopyField";
import { ErrorNote } from "../parts/ErrorNote";
import { Panel } from "../parts/Panel";
import { Time } from "../parts/Time";

interface Props {
  destination: Destination;
  permitted: boolean;
}

/** The shared secret that signs requests: whether one is set, and rotation. */
export function SecretPanel({ destination, permitted }: Props) {
  const queries = useQueryClient();
  const { sharedSecret, standardWebhooks } = destination.settings;
  const rotate = useMutation({
    mutationFn: () => rotateSecret(destination.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["destinations", destination.id] }),
  });
  const standard = useMutation({
    mutationFn: (on: boolean) =>
      changeDestination(destination.id, { settings: { standardWebhooks: on } }),
    onSuccess: (changed) => queries.setQueryData(["destinations", destination.id], changed),
  });
  const remove = useMutation({
    mutationFn: () =>
      changeDestination(destination.id, {
        settings: { sharedSecret: null, standardWebhooks: false },
      }),
    onSuccess: (changed) => {
      rotate.reset();
      queries.setQueryData(["destinations", destination.id], changed);
    },
  });
  return (
    <Panel
      title="Signature"
      actions={
        permitted && (
          <div className="row">
            {sharedSecret.set && (
              <ConfirmButton
                size="xs"
                label="Remove secret"
                title="Remove the shared secret?"
                onConfirm={() => remove.mutateAsync()}
              >
                <p>
                  Requests are sent unsigned from now on. A receiver that verifies refuses them.
                </p>
              </ConfirmButton>
            )}
            <ConfirmButton
              size="xs"
              label={sharedSecret.set ? "Rotate secret" : "Create secret"}
              title={sharedSecret.set ? "Rotate the shared secret?" : "Create a shared secret?"}
              onConfirm={() => rotate.mutateAsync()}
            >
              <p>
                A new secret is created and shown once. <code>X-Signature</code> uses it
                immediately. The Standard Webhooks headers are also signed with the old secret for a
                grace period.
              </p>
            </ConfirmButton>
          </div>
        )
      }
    >
      <div className="stack">
        <div aria-live="polite">
          {rotate.data?.sharedSecret ? (
            <>
              <p>The new secret. Copy it now; it cannot be shown again.</p>
              <CopyField label="New shared secret" value={rotate.data.sharedSecret} />
            </>
          ) : (
            <p style={{ margin: 0 }}>
              {sharedSecret.set
                ? "Requests are signed with a shared secret."
                : "Requests are not signed: no shared secret is set."}
            </p>
          )}
        </div>
        {sharedSecret.previousExpiresAt && (
          <p className="muted" style={{ margin: 0 }}>
            The previous secret also signs until <Time at={sharedSecret.previousExpiresAt} />.
          </p>
        )}
        {standard.error && <ErrorNote error={standard.error} what="Not changed." />}
        <Switch
          label="Standard Webhooks headers"
          description="Also sends webhook-id, webhook-timestamp and webhook-signature."
          checked={standardWebhooks}
          disabled={!permitted || !sharedSecret.set || standard.isPending}
          onChange={(event) => standard.mutate(event.currentTarget.checked)}
        />
      </div>
    </Panel>
  );
}
