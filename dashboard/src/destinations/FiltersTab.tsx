import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeDestination, type Destination } from "../api/destinations";
import type { Filter } from "../api/filters";
import { useHasRole } from "../app/session";
import { Declared } from "../parts/Declared";
import { EmptyState } from "../parts/EmptyState";
import { ErrorNote } from "../parts/ErrorNote";
import { useNotify } from "../parts/Notices";
import { ReadOnly } from "../parts/ReadOnly";
import { FilterEditor } from "./FilterEditor";
import { MAX_FILTERS } from "./filters";
import { nextKey } from "./form";

interface Keyed {
  key: number;
  filter: Filter;
}

const keyed = (filters: Filter[] = []): Keyed[] =>
  filters.map((filter) => ({ key: nextKey(), filter }));

/** The filters of a destination. */
export function FiltersTab({ destination }: { destination: Destination }) {
  const permitted = useHasRole("editor") && !destination.declaredAs;
  const queries = useQueryClient();
  const notify = useNotify();
  const [filters, setFilters] = useState(() => keyed(destination.filters));
  const [changed, setChanged] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();

  function edit(next: Keyed[]) {
    setFilters(next);
    setChanged(true);
  }

  async function save() {
    setBusy(true);
    setError(undefined);
    try {
      const saved = await changeDestination(destination.id, {
        filters: filters.map(({ filter }) => filter),
      });
      queries.setQueryData(["destinations", destination.id], saved);
      setChanged(false);
      notify("The filters are saved.");
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <ReadOnly needs="editor" />
      <Declared as={destination.declaredAs} />
      {error !== undefined && <ErrorNote error={error} what="Not saved." />}
      {filters.length === 0 && (
        <EmptyState title="No filters: all messages of its sources are sent">
          <p>
            A filter drops messages, samples them, or removes fields, by type, event name, property
            or trait. Filters apply from top to bottom.
          </p>
        </EmptyState>
      )}
      <div className="stack">
        {filters.map(({ key, filter }, index) => (
          <FilterEditor
            key={key}
            number={index + 1}
            filter={filter}
            disabled={!permitted}
            onChange={(next) =>
              edit(filters.map((one) => (one.key === key ? { key, filter: next } : one)))
            }
            onRemove={() => edit(filters.filter((one) => one.key !== key))}
            onUp={index === 0 ? undefined : () => edit(swapped(filters, index))}
          />
        ))}
      </div>
      {permitted && (
        <div className="row" style={{ marginTop: "1rem" }}>
          <Button
            variant="default"
            disabled={filters.length >= MAX_FILTERS}
            onClick={() => edit([...filters, ...keyed([{ action: "drop" }])])}
          >
            Add a filter
          </Button>
          <Button disabled={!changed} loading={busy} onClick={save}>
            Save filters
          </Button>
          {changed && (
            <Button
              variant="default"
              onClick={() => {
                setFilters(keyed(destination.filters));
                setChanged(false);
                setError(undefined);
              }}
            >
              Undo changes
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function swapped<T>(items: T[], index: number): T[] {
  const next = [...items];
  const [item] = next.splice(index, 1);
  if (item !== undefined) {
    next.splice(index - 1, 0, item);
  }
  return next;
}
