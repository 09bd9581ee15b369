import { Button, Switch, Textarea, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { changeWorkspace, readWorkspace, type Workspace } from "../api/workspace";
import { useHasRole } from "../app/session";
import { DeclaredSettings } from "../parts/Declared";
import { FormError } from "../parts/FormError";
import { Loaded } from "../parts/Loading";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { type Problems, useFields } from "../parts/useFields";
import { nameProblem } from "../parts/validation";

const MAX_FIELDS = 100;

/** The names of the settings of this form. */
const NAMES = {
  name: "the name",
  redactedFields: "the redacted fields",
  filteredServerCallsCount: "whether filtered calls count",
};
type Setting = keyof typeof NAMES;
const SETTINGS = Object.keys(NAMES) as Setting[];

/** The workspace settings: name, redacted fields, and how usage is counted. */
export function WorkspaceTab() {
  const workspace = useQuery({
    queryKey: ["workspace"],
    queryFn: ({ signal }) => readWorkspace(signal),
  });
  return (
    <div className="narrow">
      <Loaded query={workspace} what="Cannot load the settings.">
        {(data) => <WorkspaceForm workspace={data} />}
      </Loaded>
    </div>
  );
}

interface Values {
  name: string;
  redacted: string;
  filteredCount: boolean;
}

const lines = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function validate({ name, redacted }: Values): Problems {
  const problems: Problems = {};
  const wrongName = nameProblem(name);
  if (wrongName) {
    problems.name = wrongName;
  }
  if (lines(redacted).length > MAX_FIELDS) {
    problems.redactedFields = `At most ${MAX_FIELDS} fields`;
  }
  return problems;
}

function WorkspaceForm({ workspace }: { workspace: Workspace }) {
  const permitted = useHasRole("admin");
  const queries = useQueryClient();
  const notify = useNotify();
  const mayChange = (field: Setting) => permitted && !workspace.declared?.includes(field);
  const form = useFields<Values>(
    {
      name: workspace.name,
      redacted: workspace.redactedFields.join("\n"),
      filteredCount: workspace.filteredServerCallsCount,
    },
    validate,
  );

  async function submit(event: FormEvent) {
    event.preventDefault();
    const saved = await form.submit(async ({ name, redacted, filteredCount }) => {
      const changed = await changeWorkspace({
        ...(mayChange("name") && { name }),
        ...(mayChange("redactedFields") && { redactedFields: lines(redacted) }),
        ...(mayChange("filteredServerCallsCount") && { filteredServerCallsCount: filteredCount }),
      });
      queries.setQueryData(["workspace"], changed);
    });
    if (saved) {
      notify("The workspace is saved.");
    }
  }

  return (
    <form onSubmit={submit} noValidate>
      <FormError saveError={form.saveError} shown={["name"]} />
      <DeclaredSettings
        names={SETTINGS.filter((field) => workspace.declared?.includes(field)).map(
          (field) => NAMES[field],
        )}
      />
      <Panel title="Workspace">
        <TextInput
          label="Name"
          disabled={!mayChange("name")}
          value={form.values.name}
          onChange={(event) => form.change("name", { name: event.currentTarget.value })}
          error={form.error("name")}
        />
      </Panel>
      <Panel
        title="Redaction"
        note="Viewers see these fields as *** in samples, messages and the live view."
      >
        <Textarea
          label="Redacted fields"
          description="One path per line, such as traits.email; *.email matches email at any depth."
          placeholder={"traits.email\n*.phone"}
          rows={4}
          disabled={!mayChange("redactedFields")}
          value={form.values.redacted}
          onChange={(event) =>
            form.change("redactedFields", { redacted: event.currentTarget.value })
          }
          error={form.error("redactedFields")}
        />
      </Panel>
      <Panel title="Usage">
        <Switch
          label="Count filtered calls of server sources"
          description="Filtered calls, whose event is blocked, do not count toward usage. If this is on, those of server sources do, from now on."
          disabled={!mayChange("filteredServerCallsCount")}
          checked={form.values.filteredCount}
          onChange={(event) =>
            form.change("filteredServerCallsCount", { filteredCount: event.currentTarget.checked })
          }
        />
      </Panel>
      {permitted ? (
        <Button type="submit" loading={form.busy} disabled={!form.changed}>
          Save
        </Button>
      ) : (
        <p className="muted">Only admins can change these settings.</p>
      )}
    </form>
  );
}
