import { Button, Checkbox } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router";
import { createRegulation } from "../api/regulations";
import { Dialog } from "../parts/Dialog";
import { FormError } from "../parts/FormError";
import { count } from "../parts/format";
import { Panel } from "../parts/Panel";
import styles from "../parts/parts.module.css";
import { Screen } from "../parts/Screen";
import { useFields } from "../parts/useFields";
import { IdsField } from "./IdsField";
import { deletes, idsOf, type RequestValues, validateRequest } from "./ids";
import { KindChoice } from "./KindChoice";
import { SourcesField } from "./SourcesField";

interface Question {
  users: number;
  answer: (yes: boolean) => void;
}

const EMPTY: RequestValues = { type: "DELETE_ONLY", ids: "", sources: [], hideNow: false };

/** The form for a request about users. */
export function NewRequestScreen() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const form = useFields(EMPTY, validateRequest);
  const deleting = deletes(form.values.type);
  const [question, setQuestion] = useState<Question>();

  /** Asks once more; the answer is whether to go on. */
  async function confirmed(users: number): Promise<boolean> {
    const yes = await new Promise<boolean>((answer) => setQuestion({ users, answer }));
    setQuestion(undefined);
    return yes;
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    await form.submit(async ({ type, ids, sources, hideNow }) => {
      if (deletes(type) && !(await confirmed(idsOf(ids).length))) {
        return;
      }
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
      {question && <DeletionDialog question={question} />}
    </Screen>
  );
}

function DeletionDialog({ question: { users, answer } }: { question: Question }) {
  const what = `Delete ${users === 1 ? "1 user" : `${count(users)} users`}`;
  return (
    <Dialog title={`${what}?`} onClose={() => answer(false)}>
      <div className={styles.dialogBody}>
        <p>
          Their data here is erased, and every destination is told to delete them. This cannot be
          undone.
        </p>
      </div>
      <footer>
        <Button variant="default" onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button color="red" onClick={() => answer(true)}>
          {what}
        </Button>
      </footer>
    </Dialog>
  );
}
