import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import type { Computation } from "../api/computations";
import { useHasRole } from "../app/session";
import { ConfirmButton } from "../parts/ConfirmButton";
import { Declared } from "../parts/Declared";
import { Json } from "../parts/Json";
import { useNotify } from "../parts/Notices";
import { Panel } from "../parts/Panel";
import { ComputationForm, type Editing } from "./ComputationForm";
import { type ComputationValues, changeOf, valuesOf } from "./form";
import type { Kind } from "./kinds";

interface Props<D, E> {
  editing: Editing<D, E>;
  computation: Computation<D>;
}

/** The definition and destinations, editable or read-only. */
export function DefinitionTab<D, E>({ editing, computation }: Props<D, E>) {
  const permitted = useHasRole("editor") && computation.declaredAs === undefined;
  const { Words } = editing.kind;
  if (permitted) {
    return (
      <>
        <EditForm editing={editing} computation={computation} />
        <DeletePanel kind={editing.kind} computation={computation} />
      </>
    );
  }
  return (
    <>
      <Declared as={computation.declaredAs} />
      <Panel title={editing.question}>
        <div className="stack">
          <Words definition={computation.definition} />
          <Json label="Definition as JSON" value={computation.definition} />
        </div>
      </Panel>
    </>
  );
}

function EditForm<D, E>({ editing, computation }: Props<D, E>) {
  const { kind, drafting } = editing;
  const queries = useQueryClient();
  const notify = useNotify();
  const [start, setStart] = useState(() => ({
    before: computation,
    values: valuesOf(computation, drafting),
  }));

  async function save(values: ComputationValues<E>) {
    const saved = await kind.api.change(computation.id, changeOf(values, start.before, drafting));
    queries.setQueryData([kind.place, computation.id], saved);
    const next = valuesOf(saved, drafting);
    setStart({ before: saved, values: next });
    await queries.invalidateQueries({ queryKey: [kind.place], exact: true });
    notify("Saved. Computing the changes.");
    const text = JSON.stringify(drafting.definitionOf(next.draft), null, 2);
    return { ...next, ...(values.json && { json: { text } }) };
  }

  return (
    <ComputationForm
      editing={editing}
      initial={start.values}
      keyNow={computation.key}
      label="Save"
      differs={(values) => Object.keys(changeOf(values, start.before, drafting)).length > 0}
      onSave={save}
    />
  );
}

function DeletePanel<D>({ kind, computation }: { kind: Kind<D>; computation: Computation<D> }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Panel title="Delete">
      <ConfirmButton
        label={`Delete ${kind.one}`}
        title={`Delete ${computation.name}?`}
        onConfirm={async () => {
          await kind.api.remove(computation.id);
          navigate(`/${kind.place}`);
          await queries.invalidateQueries({ queryKey: [kind.place], exact: true });
        }}
      >
        <p>
          Deletes it with its members and history. Receivers get no message and keep the values they
          received. This cannot be undone.
        </p>
      </ConfirmButton>
    </Panel>
  );
}
