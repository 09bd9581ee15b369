import { type ComponentType, lazy, Suspense, useEffect } from "react";
import { Link, Navigate, Route, Routes, useLocation } from "react-router";
import { OverviewScreen } from "../overview/OverviewScreen";
import { EmptyState } from "../parts/EmptyState";
import { Loading } from "../parts/Loading";
import { Screen } from "../parts/Screen";
import { ErrorBoundary } from "./ErrorBoundary";

const loaders: (() => Promise<unknown>)[] = [];

function load<K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) {
  loaders.push(load);
  return lazy(async () => ({ default: (await load())[name] }));
}

const Sources = load(() => import("../sources/SourcesScreen"), "SourcesScreen");
const NewSource = load(() => import("../sources/NewSourceScreen"), "NewSourceScreen");
const Source = load(() => import("../sources/SourceScreen"), "SourceScreen");
const Rejected = load(() => import("../sources/RejectedCalls"), "RejectedScreen");
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
const Deliveries = load(() => import("../ledger/screens"), "DeliveriesScreen");
const Attempts = load(() => import("../ledger/screens"), "AttemptsScreen");
const Usage = load(() => import("../usage/UsageScreen"), "UsageScreen");
const Privacy = load(() => import("../privacy/PrivacyScreen"), "PrivacyScreen");
const Settings = load(() => import("../settings/SettingsScreen"), "SettingsScreen");

/** The delay before the other screens are loaded. */
const PRELOAD_DELAY_MILLIS = 1_500;

/**
 * Maps paths to screens. The overview is part of the page. The other screens are loaded on first
 * use, or in the background after a delay.
 */
export function Routing() {
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const load of loaders) {
        load().catch(() => undefined); // the error shows when the screen is opened
      }
    }, PRELOAD_DELAY_MILLIS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <ErrorBoundary path={useLocation().pathname}>
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
          <Route path="/deliveries" element={<Deliveries />} />
          <Route path="/attempts" element={<Attempts />} />
          <Route path="/rejected" element={<Rejected />} />
          <Route path="/usage" element={<Usage />} />
          <Route path="/privacy/*" element={<Privacy />} />
          <Route path="/settings/*" element={<Settings />} />
          <Route path="/overview" element={<Navigate to="/" replace />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </ErrorBoundary>
  );
}

function NotFound() {
  return (
    <Screen title="Page not found">
      <EmptyState title="No page has this URL">
        <p>
          The link may be out of date. <Link to="/">Go to the overview.</Link>
        </p>
      </EmptyState>
    </Screen>
  );
}
