import { Button, Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useNavigate } from "react-router";
import { createRegulation } from "../api/regulations";
import { FormError } from "../parts/FormError";
import { Panel } from "../parts/Panel";
import { Screen } from "../parts/Screen";
import { useFields } from "../parts/useFields";
import { IdsField } from "./IdsField";
import { deletes, idsOf, type RequestValues, validateRequest } from "./ids";
import { KindChoice } from "./KindChoice";
import { SourcesField } from "./SourcesField";

const EMPTY: RequestValues = { type: "DELETE_ONLY", ids: "", sources: [], hideNow: false };

/** The form for a request about users. */
export function NewRequestScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useFields(EMPTY, validateRequest);
  const deleting = deletes(form.values.type);

  async function submit(event: FormEvent) {
    event.preventDefault();
    await form.submit(async ({ type, ids, sources, hideNow }) => {
      const made = await createRegulation({
        regulationType: type,
        subjectIds: idsOf(ids),
        ...(sources.length > 0 && { sources }),
        ...(deletes(type) && hideNow && { hideNow }),
      });
      await queries.invalidateQueries({ queryKey: ["regulations"] });
      await queries.invalidateQueries({ queryKey: ["suppressions"] });
      navigate(`/privacy/requests/${made.id}`);
    });
  }

  return (
    <Screen title="New request" up={{ to: "/privacy/requests", name: "Privacy" }}>
      <div className="narrow">
        <Panel title="Request">
          <form onSubmit={submit} className="stack" noValidate>
            <FormError saveError={form.saveError} shown={["sources"]} />
            <KindChoice
              value={form.values.type}
              onChange={(type) => form.change("regulationType", { type })}
            />
            <IdsField form={form} />
            <SourcesField form={form} />
            {deleting && (
              <Checkbox
                label="Hide earlier messages immediately"
                description="Earlier messages of the users are no longer delivered or shown. Otherwise they stay in the log until its retention ends."
                checked={form.values.hideNow}
                onChange={(event) =>
                  form.change("hideNow", { hideNow: event.currentTarget.checked })
                }
              />
            )}
            {deleting && (
              <p className="muted small">
                Deletion cannot be undone: destinations delete the users when they receive the
                request.
              </p>
            )}
            <div className="row">
              <Button type="submit" color={deleting ? "red" : undefined} loading={form.busy}>
                Create request
              </Button>
            </div>
          </form>
        </Panel>
      </div>
    </Screen>
  );
}
