import { useMutation, useQueryClient } from "@tanstack/react-query";
import { revokeWriteKey, rotateWriteKey, type Source } from "../api/sources";
import { ConfirmButton } from "../parts/ConfirmButton";
import { CopyField } from "../parts/CopyField";
import { Fact, Facts } from "../parts/Facts";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { Time } from "../parts/Time";

interface Props {
  source: Source;
  permitted: boolean;
}

/** The write key, and previous keys that are still valid. */
export function WriteKeys({ source, permitted }: Props) {
  const queries = useQueryClient();
  const notify = useNotify();
  const rotate = useMutation({
    mutationFn: () => rotateWriteKey(source.id),
    onSuccess: (changed) => {
      queries.setQueryData(["sources", source.id], changed);
      notify("The write key is rotated. The previous key stays valid for the grace period.");
    },
  });
  const revoke = useMutation({
    mutationFn: (key: string) => revokeWriteKey(source.id, key),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["sources", source.id] }),
  });
  return (
    <Panel
      title="Write keys"
      actions={
        permitted && (
          <ConfirmButton
            size="xs"
            label="Rotate write key"
            title="Rotate the write key?"
            onConfirm={() => rotate.mutateAsync()}
          >
            <p>
              Creates a new key. The previous key stays valid for the grace period, so that programs
              can be changed one after the other; revoke it when none uses it any more.
            </p>
          </ConfirmButton>
        )
      }
    >
      <Facts>
        <Fact name="Current">
          <CopyField label="Current write key" value={source.writeKey} />
        </Fact>
        {source.previousWriteKeys?.map((previous) => (
          <Fact key={previous.writeKey} name="Before">
            <div className="row">
              <code>{previous.writeKey}</code>
              <span className="muted">
                until <Time at={previous.expiresAt} />
              </span>
              {permitted && (
                <ConfirmButton
                  size="xs"
                  label="Revoke"
                  title="Revoke this write key?"
                  onConfirm={() => revoke.mutateAsync(previous.writeKey)}
                >
                  <p>Programs that still use it get status 401 from now on.</p>
                </ConfirmButton>
              )}
            </div>
          </Fact>
        ))}
      </Facts>
    </Panel>
  );
}
