import { useQuery } from "@tanstack/react-query";
import { Route, Routes, useParams } from "react-router";
import { isMissing } from "../api/client";
import { useHasRole } from "../app/session";
import { EmptyState } from "../parts/EmptyState";
import { LinkTabs } from "../parts/LinkTabs";
import { Loaded } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { StateBadge } from "../parts/StateBadge";
import { ComputationButtons } from "./ComputationButtons";
import type { Editing } from "./ComputationForm";
import { statusWords } from "./ComputationTable";
import { DefinitionTab } from "./DefinitionTab";
import { MembersTab } from "./MembersTab";
import { OverviewTab } from "./OverviewTab";

/** An audience or computed trait: overview, members and definition. */
export function ComputationScreen<D, E>({ editing }: { editing: Editing<D, E> }) {
  const { kind } = editing;
  const { id = "" } = useParams();
  const permitted = useHasRole("editor");
  const query = useQuery({
    queryKey: [kind.place, id],
    queryFn: ({ signal }) => kind.api.read(id, signal),
    placeholderData: undefined,
    refetchInterval: ({ state }) => (state.data?.status === "computing" ? 1_000 : 5_000),
  });
  const up = { to: `/${kind.place}`, name: kind.title };
  if (isMissing(query.error)) {
    return (
      <Screen title={`No such ${kind.one}`} up={up}>
        <EmptyState title={`No ${kind.one} has this ID`}>
          <p>It may have been deleted.</p>
        </EmptyState>
      </Screen>
    );
  }
  const { data } = query;
  const at = `/${kind.place}/${id}`;
  return (
    <Screen
      title={data?.name ?? kind.title}
      up={up}
      beside={data && <StateBadge state={data.status}>{statusWords(data)}</StateBadge>}
      actions={data && <ComputationButtons kind={kind} computation={data} />}
    >
      <LinkTabs
        label={kind.title}
        tabs={[
          { to: at, name: "Overview", end: true },
          { to: `${at}/members`, name: kind.valued ? "People" : "Members" },
          { to: `${at}/definition`, name: permitted ? "Edit" : "Definition" },
        ]}
      />
      <Loaded query={query} what={`Cannot load the ${kind.one}.`}>
        {(found) => (
          <Routes key={found.id}>
            <Route index element={<OverviewTab kind={kind} computation={found} />} />
            <Route path="members" element={<MembersTab kind={kind} computation={found} />} />
            <Route
              path="definition"
              element={<DefinitionTab editing={editing} computation={found} />}
            />
          </Routes>
        )}
      </Loaded>
    </Screen>
  );
}
