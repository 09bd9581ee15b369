import { Button, Textarea } from "@mantine/core";
import { type ComponentType, useMemo } from "react";
import { EditingContext } from "../conditions/editing";
import { useExamples } from "../conditions/examples";
import { Panel } from "../parts/Panel";
import { type Fields, type Problems, problemsOf } from "../parts/useFields";
import styles from "./computations.module.css";
import type { ComputationValues, Drafting } from "./form";

export interface EditorProps<E> {
  draft: E;
  onChange: (draft: E) => void;
}

interface Props<D, E> {
  title: string;
  /** The key of the edited audience, which cannot refer to itself. */
  except?: string | undefined;
  form: Fields<ComputationValues<E>>;
  drafting: Drafting<D, E>;
  Editor: ComponentType<EditorProps<E>>;
  /** The service's errors for the current definition. */
  reported: Problems;
}

/** A definition, in words or as JSON. */
export function DefinitionPanel<D, E>(props: Props<D, E>) {
  const { title, form, drafting, Editor } = props;
  const { draft, json } = form.values;
  const problems = useProblems(props);
  const { audiences, ...examples } = useExamples();
  const others = audiences.filter(({ key }) => key !== props.except);
  const whole = problems.definition;
  return (
    <Panel
      title={title}
      actions={
        <fieldset className={styles.modes} aria-label="View of the definition" style={BARE}>
          <Button
            variant={json ? "default" : "light"}
            size="compact-sm"
            aria-pressed={!json}
            disabled={json?.problem !== undefined}
            onClick={() => form.change("", { json: undefined })}
          >
            In words
          </Button>
          <Button
            variant={json ? "light" : "default"}
            size="compact-sm"
            aria-pressed={json !== undefined}
            onClick={() => form.change("", { json: json ?? { text: write(drafting, draft) } })}
          >
            As JSON
          </Button>
        </fieldset>
      }
    >
      {json ? (
        <JsonField form={form} drafting={drafting} text={json.text} problems={problems} />
      ) : (
        <EditingContext value={{ ...examples, audiences: others, problems }}>
          <Editor draft={draft} onChange={(next) => form.change("definition", { draft: next })} />
          {whole && (
            <p role="alert" style={{ color: "var(--pr-bad)", margin: "0.5rem 0 0" }}>
              {whole}
            </p>
          )}
        </EditingContext>
      )}
    </Panel>
  );
}

const BARE = { margin: 0, padding: 0, border: 0 };

const write = <D, E>({ definitionOf }: Drafting<D, E>, draft: E) =>
  JSON.stringify(definitionOf(draft), null, 2);

/** Which errors to show: wrong values immediately, missing ones on saving. */
function useProblems<D, E>({ form, drafting, reported }: Props<D, E>): Problems {
  const { values, error, saveError } = form;
  const findings = useMemo(() => drafting.findings(values.draft), [drafting, values.draft]);
  const shown: Problems = { ...findings.wrong, ...reported };
  for (const place of [...Object.keys(findings.missing), ...Object.keys(problemsOf(saveError))]) {
    const problem = error(place);
    if (problem) {
      shown[place] = problem;
    }
  }
  return shown;
}

interface JsonProps<D, E> {
  form: Fields<ComputationValues<E>>;
  drafting: Drafting<D, E>;
  text: string;
  problems: Problems;
}

function JsonField<D, E>({ form, drafting, text, problems }: JsonProps<D, E>) {
  const misread = form.values.json?.problem;
  const others = Object.entries(problems)
    .filter(([place]) => place.startsWith("definition"))
    .map(([place, problem]) => `${place}: ${problem}`);

  function type(next: string) {
    try {
      const draft = drafting.read(next);
      form.change("definition", { draft, json: { text: next } });
    } catch (failure) {
      const problem = failure instanceof Error ? failure.message : String(failure);
      form.change("definition", { json: { text: next, problem } });
    }
  }

  return (
    <div className="stack">
      <Textarea
        className={styles.json ?? ""}
        aria-label="Definition as JSON"
        rows={16}
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        error={misread ?? (others.length > 0 ? others.join("; ") : undefined)}
      />
      {misread && (
        <div className="row">
          <span className="muted small">The text is not valid yet. Fix it, or</span>
          <Button
            variant="default"
            size="compact-xs"
            onClick={() =>
              form.change("definition", { json: { text: write(drafting, form.values.draft) } })
            }
          >
            Restore the last valid definition
          </Button>
        </div>
      )}
    </div>
  );
}
