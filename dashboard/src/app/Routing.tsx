import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Link, Navigate, Route, Routes, useLocation } from "react-router";
import { OverviewScreen } from "../overview/OverviewScreen";
import { EmptyState } from "../parts/EmptyState";
import { Loading } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { Mishap } from "./Mishap";

const loaders: (() => Promise<unknown>)[] = [];

function load<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) {
  loaders.push(load);
  return lazy(async () => ({ default: (await load())[name] }));
}

const Sources = load(() => import("../sources/SourcesScreen"), "SourcesScreen");
const NewSource = load(() => import("../sources/NewSourceScreen"), "NewSourceScreen");
const Source = load(() => import("../sources/SourceScreen"), "SourceScreen");
const Destinations = load(() => import("../destinations/DestinationsScreen"), "DestinationsScreen");
const NewDestination = load(
  () => import("../destinations/NewDestinationScreen"),
  "NewDestinationScreen",
);
const Destination = load(() => import("../destinations/DestinationScreen"), "DestinationScreen");
const Audiences = load(() => import("../computations/lists"), "AudiencesScreen");
const NewAudience = load(() => import("../computations/screens"), "NewAudienceScreen");
const Audience = load(() => import("../computations/screens"), "AudienceScreen");
const ComputedTraits = load(() => import("../computations/lists"), "ComputedTraitsScreen");
const NewComputedTrait = load(() => import("../computations/screens"), "NewComputedTraitScreen");
const ComputedTrait = load(() => import("../computations/screens"), "ComputedTraitScreen");
const Profiles = load(() => import("../profiles/ProfilesScreen"), "ProfilesScreen");
const Profile = load(() => import("../profiles/ProfileScreen"), "ProfileScreen");
const Messages = load(() => import("../messages/MessagesScreen"), "MessagesScreen");
const Usage = load(() => import("../usage/UsageScreen"), "UsageScreen");
const Privacy = load(() => import("../privacy/PrivacyScreen"), "PrivacyScreen");
const Settings = load(() => import("../settings/SettingsScreen"), "SettingsScreen");

/** How long after the first screen the others are fetched. */
const LATER_MILLIS = 1_500;

/**
 * Which screen an address shows. The overview comes with the page; any other is loaded when
 * it is first needed, or when there is time, so that going there does not wait.
 */
export function Routing() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of loaders) {
        load().catch(() => undefined); // whoever goes there hears of it
      }
    }, LATER_MILLIS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Mishap place={useLocation().pathname}>
      <Suspense fallback={<Loading lines={5} />}>
        <Routes>
          <Route path="/" element={<OverviewScreen />} />
          <Route path="/sources" element={<Sources />} />
          <Route path="/sources/new" element={<NewSource />} />
          <Route path="/sources/:id/*" element={<Source />} />
          <Route path="/destinations" element={<Destinations />} />
          <Route path="/destinations/new" element={<NewDestination />} />
          <Route path="/destinations/:id/*" element={<Destination />} />
          <Route path="/audiences" element={<Audiences />} />
          <Route path="/audiences/new" element={<NewAudience />} />
          <Route path="/audiences/:id/*" element={<Audience />} />
          <Route path="/computed-traits" element={<ComputedTraits />} />
          <Route path="/computed-traits/new" element={<NewComputedTrait />} />
          <Route path="/computed-traits/:id/*" element={<ComputedTrait />} />
          <Route path="/profiles" element={<Profiles />} />
          <Route path="/profiles/user/*" element={<Profile />} />
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
    <Screen title="Page not found">
      <EmptyState title="No page has this address">
        <p>
          The link may be out of date. <Link to="/">Go to the overview.</Link>
        </p>
      </EmptyState>
    </Screen>
  );
}
