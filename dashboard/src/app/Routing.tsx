import { type ComponentType, lazy, Suspense } from "react";
import { Link, Navigate, Route, Routes, useLocation } from "react-router";
import { EmptyState } from "../parts/EmptyState";
import { Loading } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { Mishap } from "./Mishap";

function load<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) {
  return lazy(async () => ({ default: (await load())[name] }));
}

const Overview = load(() => import("../overview/OverviewScreen"), "OverviewScreen");
const Sources = load(() => import("../sources/SourcesScreen"), "SourcesScreen");
const NewSource = load(() => import("../sources/NewSourceScreen"), "NewSourceScreen");
const Source = load(() => import("../sources/SourceScreen"), "SourceScreen");
const Destinations = load(() => import("../destinations/DestinationsScreen"), "DestinationsScreen");
const NewDestination = load(
  () => import("../destinations/NewDestinationScreen"),
  "NewDestinationScreen",
);
const Destination = load(() => import("../destinations/DestinationScreen"), "DestinationScreen");
const Messages = load(() => import("../messages/MessagesScreen"), "MessagesScreen");
const Usage = load(() => import("../usage/UsageScreen"), "UsageScreen");
const Privacy = load(() => import("../privacy/PrivacyScreen"), "PrivacyScreen");
const Settings = load(() => import("../settings/SettingsScreen"), "SettingsScreen");

/** Which screen an address shows. Each is loaded when it is first needed. */
export function Routing() {
  return (
    <Mishap place={useLocation().pathname}>
      <Suspense fallback={<Loading lines={5} />}>
        <Routes>
          <Route path="/" element={<Overview />} />
          <Route path="/sources" element={<Sources />} />
          <Route path="/sources/new" element={<NewSource />} />
          <Route path="/sources/:id/*" element={<Source />} />
          <Route path="/destinations" element={<Destinations />} />
          <Route path="/destinations/new" element={<NewDestination />} />
          <Route path="/destinations/:id/*" element={<Destination />} />
          <Route path="/messages" element={<Messages />} />
          <Route path="/usage" element={<Usage />} />
          <Route path="/privacy/*" element={<Privacy />} />
          <Route path="/settings/*" element={<Settings />} />
          <Route path="/overview" element={<Navigate to="/" replace />} />
          <Route path="*" element={<Nowhere />} />
        </Routes>
      </Suspense>
    </Mishap>
  );
}

function Nowhere() {
  return (
    <Screen title="There is nothing here">
      <EmptyState title="No screen has this address">
        <p>
          The link may be old. <Link to="/">Go to the overview.</Link>
        </p>
      </EmptyState>
    </Screen>
  );
}
