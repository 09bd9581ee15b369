import { Button, TextInput } from "@mantine/core";
import type { ComponentType, FormEvent } from "react";
import { FormError } from "../parts/FormError";
import { Panel } from "../parts/Panel";
import { problemsOf, useFields } from "../parts/useFields";
import styles from "./computations.module.css";
import { DefinitionPanel, type EditorProps } from "./DefinitionPanel";
import { DeliveryFields } from "./DeliveryFields";
import { type ComputationValues, type Drafting, validate } from "./form";
import type { Kind } from "./kinds";
import { keyOf } from "./names";
import { PreviewPanel } from "./PreviewPanel";
import { usePreview } from "./usePreview";

/** How an audience or a computed trait is edited. */
export interface Editing<D, E> {
  kind: Kind<D>;
  drafting: Drafting<D, E>;
  Editor: ComponentType<EditorProps<E>>;
  /** The title over the definition. */
  question: string;
  example: string;
}

interface Props<D, E> {
  editing: Editing<D, E>;
  initial: ComputationValues<E>;
  /** The key of an existing one; renaming does not change it. */
  keyNow?: string;
  label: string;
  /** Whether there are unsaved changes. */
  differs: (values: ComputationValues<E>) => boolean;
  /** Saves the values; the form continues with the result. */
  onSave: (values: ComputationValues<E>) => Promise<ComputationValues<E>>;
}

/** The form of an audience or a computed trait, with a preview of its size. */
export function ComputationForm<D, E>(props: Props<D, E>) {
  const { editing, initial, keyNow, label, differs, onSave } = props;
  const { kind, drafting, Editor } = editing;
  const form = useFields(initial, (values) => validate(values, drafting));
  const { name, draft, json } = form.values;
  const { missing, wrong } = drafting.findings(draft);
  const complete = !json?.problem && Object.keys({ ...missing, ...wrong }).length === 0;
  const preview = usePreview(kind, complete ? drafting.definitionOf(draft) : undefined);
  const changed = differs(form.values);

  async function submit(event: FormEvent) {
    event.preventDefault();
    let next = initial;
    const saved = await form.submit(async (values) => {
      next = await onSave(values);
    });
    if (saved) {
      form.reset(next);
    }
  }

  return (
    <form onSubmit={submit} className={styles.builder} noValidate>
      <div>
        <FormError
          saveError={form.saveError}
          shown={["name", "sync", "destinations", "definition"]}
        />
        <Panel title="General">
          <TextInput
            label="Name"
            placeholder={editing.example}
            description={keyHint(keyNow ?? keyOf(name), keyNow !== undefined)}
            inputWrapperOrder={["label", "input", "description", "error"]}
            value={name}
            onChange={(event) => form.change("name", { name: event.currentTarget.value })}
            error={form.error("name") ?? form.error("key")}
            withAsterisk
          />
        </Panel>
        <DefinitionPanel
          title={editing.question}
          except={keyNow}
          form={form}
          drafting={drafting}
          Editor={Editor}
          reported={complete && !preview.isPlaceholderData ? problemsOf(preview.error) : {}}
        />
        <Panel
          title="Destinations to notify"
          note="Only these destinations receive a message for each change."
        >
          <DeliveryFields form={form} />
        </Panel>
        <div className="row" style={{ marginBottom: "1.25rem" }}>
          <Button type="submit" loading={form.busy} disabled={!changed && !json?.problem}>
            {label}
          </Button>
          {keyNow !== undefined && changed && (
            <Button variant="default" onClick={() => form.reset(initial)}>
              Undo changes
            </Button>
          )}
        </div>
      </div>
      <div className={styles.side}>
        <PreviewPanel preview={preview} complete={complete} />
      </div>
    </form>
  );
}

function keyHint(key: string, stays: boolean): string {
  if (key === "") {
    return "Receivers know it by a key derived from its name. The key does not change.";
  }
  return stays ? `Its key is ${key} and does not change.` : `Its key will be ${key}.`;
}
