import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useHasRole } from "../app/session";
import { EmptyState } from "../parts/EmptyState";
import { useNotify } from "../parts/Notices";
import { Screen } from "../parts/Screen";
import { ComputationForm, type Editing } from "./ComputationForm";
import { creationOf, emptyValues } from "./form";

/** A new audience or computed trait. */
export function NewComputationScreen<D, E>({ editing }: { editing: Editing<D, E> }) {
  const { kind, drafting } = editing;
  const permitted = useHasRole("editor");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const notify = useNotify();
  const [initial] = useState(() => emptyValues(drafting));
  return (
    <Screen title={kind.create} up={{ to: `/${kind.place}`, name: kind.title }}>
      {permitted ? (
        <ComputationForm
          editing={editing}
          initial={initial}
          label={kind.create}
          differs={() => true}
          onSave={async (values) => {
            const made = await kind.api.create(creationOf(values, drafting));
            await queries.invalidateQueries({ queryKey: [kind.place], exact: true });
            notify(`${made.name} is created. Computing it.`);
            navigate(`/${kind.place}/${made.id}`);
            return values;
          }}
        />
      ) : (
        <EmptyState title="Your role does not permit this">
          <p>Ask a user with a higher role.</p>
        </EmptyState>
      )}
    </Screen>
  );
}
