import { Button, TextInput } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { createSource, type SourceType } from "../api/sources";
import { FormError } from "../parts/FormError";
import { Panel } from "../parts/Panel";
import { Screen } from "../parts/Screen";
import { useFields } from "../parts/useFields";
import { SourceTypeChoice } from "./SourceTypeChoice";
import { type SourceValues, validateSource } from "./validation";

const EMPTY: SourceValues = { name: "", type: "", rateLimit: "" };

export function NewSourceScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useFields(EMPTY, validateSource);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await form.submit(async ({ name, type }) => {
      const source = await createSource({ name, type: type as SourceType });
      await queries.invalidateQueries({ queryKey: ["sources"] });
      navigate(`/sources/${source.id}`);
    });
  }

  return (
    <Screen title="Create source" up={{ to: "/sources", name: "Sources" }}>
      <div className="narrow">
        <Panel title="New source">
          <form onSubmit={submit} className="stack" noValidate>
            <FormError saveError={form.saveError} shown={["name", "type"]} />
            <TextInput
              label="Name"
              placeholder="Web shop"
              value={form.values.name}
              onChange={(event) => form.change("name", { name: event.currentTarget.value })}
              error={form.error("name")}
              withAsterisk
            />
            <SourceTypeChoice
              value={form.values.type}
              onChange={(type) => form.change("type", { type })}
              error={form.error("type")}
            />
            <div className="row">
              <Button type="submit" loading={form.busy}>
                Create source
              </Button>
            </div>
          </form>
        </Panel>
      </div>
    </Screen>
  );
}
