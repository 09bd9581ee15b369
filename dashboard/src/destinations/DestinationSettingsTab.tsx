import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { changeDestination, type Destination, deleteDestination } from "../api/destinations";
import { useHasRole } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { Declared } from "../parts/Declared";
import { FormError } from "../parts/FormError";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { ReadOnly } from "../parts/ReadOnly";
import { useFields } from "../parts/useFields";
import { changeOf, valuesOf } from "./form";
import { IntegrationsPanel } from "./IntegrationsPanel";
import { OptionFields } from "./OptionFields";
import { SecretPanel } from "./SecretPanel";
import { SourceChoice } from "./SourceChoice";
import { validateDestination } from "./validation";
import { WebhookFields } from "./WebhookFields";

export function DestinationSettingsTab({ destination }: { destination: Destination }) {
  const permitted = useHasRole("editor") && !destination.declaredAs;
  return (
    <div className="narrow">
      <ReadOnly needs="editor" />
      <Declared as={destination.declaredAs} />
      <SettingsForm destination={destination} permitted={permitted} />
      <SecretPanel destination={destination} permitted={permitted} />
      <IntegrationsPanel destination={destination} />
      {permitted && <DeletePanel destination={destination} />}
    </div>
  );
}

function SettingsForm({
  destination,
  permitted,
}: {
  destination: Destination;
  permitted: boolean;
}) {
  const queries = useQueryClient();
  const notify = useNotify();
  const form = useFields(valuesOf(destination), validateDestination);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const saved = await form.submit(async (values) => {
      const changed = await changeDestination(destination.id, changeOf(values));
      queries.setQueryData(["destinations", destination.id], changed);
      await queries.invalidateQueries({ queryKey: ["destinations"], exact: true });
    });
    if (saved) {
      notify("The destination is saved.");
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <FormError
        saveError={form.saveError}
        shown={["name", "settings.webhooks[", "max", "payload", "sources"]}
      />
      <Panel title="Webhooks">
        <div className="stack">
          <TextInput
            label="Name"
            disabled={!permitted}
            value={form.values.name}
            onChange={(event) => form.change("name", { name: event.currentTarget.value })}
            error={form.error("name")}
            withAsterisk
          />
          <WebhookFields form={form} disabled={!permitted} />
        </div>
      </Panel>
      <Panel title="Connected sources">
        <SourceChoice form={form} disabled={!permitted} />
      </Panel>
      <Panel title="Options">
        <OptionFields form={form} disabled={!permitted} />
      </Panel>
      {permitted && (
        <div className="row" style={{ marginBottom: "1.25rem" }}>
          <Button type="submit" loading={form.busy} disabled={!form.changed}>
            Save
          </Button>
          {form.changed && (
            <Button variant="default" onClick={() => form.reset(valuesOf(destination))}>
              Undo changes
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

function DeletePanel({ destination }: { destination: Destination }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Panel title="Delete">
      <ConfirmButton
        label="Delete destination"
        title={`Delete ${destination.name}?`}
        onConfirm={async () => {
          await deleteDestination(destination.id);
          navigate("/destinations");
          await queries.invalidateQueries({ queryKey: ["destinations"], exact: true });
        }}
      >
        <p>
          Waiting messages are not delivered, and its history is deleted. This cannot be undone.
        </p>
      </ConfirmButton>
    </Panel>
  );
}
