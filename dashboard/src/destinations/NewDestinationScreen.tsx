import { Button, TextInput } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { createDestination } from "../api/destinations";
import { listSources } from "../api/sources";
import { FormError } from "../parts/FormError";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { Screen } from "../parts/Screen";
import { type Fields, useFields } from "../parts/useFields";
import { creationOf, type DestinationValues, emptyDestination } from "./form";
import { OptionFields } from "./OptionFields";
import { SecretField } from "./SecretField";
import { SourceChoice } from "./SourceChoice";
import { validateDestination } from "./validation";
import { WebhookFields } from "./WebhookFields";

/** The form for a new destination; leads to a test of its URLs. */
export function NewDestinationScreen() {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const notify = useNotify();
  const form = useFields(emptyDestination(parameters.getAll("source")), validateDestination);
  useOnlySource(form);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await form.submit(async (values) => {
      const made = await createDestination(creationOf(values));
      await queries.invalidateQueries({ queryKey: ["destinations"], exact: true });
      notify(`${made.name} is created. Send it a test.`);
      navigate(`/destinations/${made.id}/test`);
    });
  }

  return (
    <Screen title="Create destination" up={{ to: "/destinations", name: "Destinations" }}>
      <form onSubmit={submit} className="narrow" noValidate>
        <FormError
          saveError={form.saveError}
          shown={["name", "settings.webhooks[", "settings.sharedSecret", "max", "sources"]}
        />
        <Panel title="1. Webhooks">
          <div className="stack">
            <TextInput
              label="Name"
              placeholder="Warehouse"
              value={form.values.name}
              onChange={(event) => form.change("name", { name: event.currentTarget.value })}
              error={form.error("name")}
              withAsterisk
            />
            <WebhookFields form={form} />
          </div>
        </Panel>
        <Panel title="2. Connected sources" note="It receives messages accepted from now on.">
          <SourceChoice form={form} />
        </Panel>
        <Panel
          title="3. Signature"
          note="A shared secret signs each request, so that the receiver can verify the sender."
        >
          <SecretField form={form} />
        </Panel>
        <Panel title="4. Options" note="You can change them later.">
          <OptionFields form={form} />
        </Panel>
        <div className="row">
          <Button type="submit" loading={form.busy}>
            Create destination
          </Button>
        </div>
      </form>
    </Screen>
  );
}

/** Selects the only source, once: a destination without one is rarely meant. */
function useOnlySource(form: Fields<DestinationValues>) {
  const done = useRef(form.values.sources.length > 0);
  const { data } = useQuery({
    queryKey: ["sources"],
    queryFn: ({ signal }) => listSources(signal),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the sources arrive
  useEffect(() => {
    const [only, ...others] = data ?? [];
    if (only && others.length === 0 && !done.current) {
      form.change("sources", { sources: [only.id] });
    }
    done.current ||= data !== undefined;
  }, [data]);
}
