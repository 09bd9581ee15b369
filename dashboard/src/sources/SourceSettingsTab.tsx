import { Button, Switch, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { changeSource, deleteSource, type Source, type SourceType } from "../api/sources";
import { useHasRole } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { Declared } from "../parts/Declared";
import { ErrorNote } from "../parts/ErrorNote";
import { FormError } from "../parts/FormError";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { ReadOnly } from "../parts/ReadOnly";
import { useFields } from "../parts/useFields";
import { numberOrNull } from "../parts/validation";
import { SourceTypeChoice } from "./SourceTypeChoice";
import { validateSource } from "./validation";
import { WriteKeys } from "./WriteKeys";

export function SourceSettingsTab({ source }: { source: Source }) {
  const permitted = useHasRole("editor") && !source.declaredAs;
  return (
    <div className="narrow">
      <ReadOnly needs="editor" />
      <Declared as={source.declaredAs} />
      <NameAndType source={source} permitted={permitted} />
      <WriteKeys source={source} permitted={permitted} />
      {permitted && <Dangerous source={source} />}
    </div>
  );
}

function NameAndType({ source, permitted }: { source: Source; permitted: boolean }) {
  const queries = useQueryClient();
  const notify = useNotify();
  const form = useFields(
    { name: source.name, type: source.type as string, rateLimit: String(source.rateLimit ?? "") },
    validateSource,
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    const saved = await form.submit(async ({ name, type, rateLimit }) => {
      const changed = await changeSource(source.id, {
        name,
        type: type as SourceType,
        rateLimit: numberOrNull(rateLimit),
      });
      queries.setQueryData(["sources", source.id], changed);
      await queries.invalidateQueries({ queryKey: ["sources"], exact: true });
    });
    if (saved) {
      notify("The source is saved.");
    }
  }

  return (
    <Panel title="Source">
      <form onSubmit={submit} className="stack" noValidate>
        <FormError saveError={form.saveError} shown={["name", "type", "rateLimit"]} />
        <TextInput
          label="Name"
          disabled={!permitted}
          value={form.values.name}
          onChange={(event) => form.change("name", { name: event.currentTarget.value })}
          error={form.error("name")}
        />
        <SourceTypeChoice
          value={form.values.type}
          disabled={!permitted}
          onChange={(type) => form.change("type", { type })}
        />
        <TextInput
          label="Rate limit"
          description="Messages per second; excess requests get status 429. Leave empty for no limit."
          inputMode="numeric"
          disabled={!permitted}
          value={form.values.rateLimit}
          onChange={(event) => form.change("rateLimit", { rateLimit: event.currentTarget.value })}
          error={form.error("rateLimit")}
        />
        {permitted && (
          <div className="row">
            <Button type="submit" loading={form.busy} disabled={!form.changed}>
              Save
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}

function Dangerous({ source }: { source: Source }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const enable = useMutation({
    mutationFn: (enabled: boolean) => changeSource(source.id, { enabled }),
    onSuccess: (changed) => queries.setQueryData(["sources", source.id], changed),
    onSettled: () => queries.invalidateQueries({ queryKey: ["sources"], exact: true }),
  });
  return (
    <Panel title="Disable or delete">
      <div className="stack">
        {enable.error && <ErrorNote error={enable.error} what="Not changed." />}
        <Switch
          label="Enabled"
          description="A disabled source rejects calls with status 403."
          checked={source.enabled}
          disabled={enable.isPending}
          onChange={(event) => enable.mutate(event.currentTarget.checked)}
        />
        <div>
          <ConfirmButton
            label="Delete source"
            title={`Delete ${source.name}?`}
            onConfirm={async () => {
              await deleteSource(source.id);
              navigate("/sources");
              await queries.invalidateQueries({ queryKey: ["sources"], exact: true });
            }}
          >
            <p>
              Its write keys stop working immediately. Messages accepted before are still delivered.
              This cannot be undone.
            </p>
          </ConfirmButton>
        </div>
      </div>
    </Panel>
  );
}
