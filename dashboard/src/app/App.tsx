import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { readSession } from "../api/session";
import { ErrorNote } from "../parts/ErrorNote";
import { Notices } from "../parts/Notices";
import { Frame } from "./Frame";
import { SESSION } from "./queries";
import { Routing } from "./Routing";
import { SignIn } from "./SignIn";
import { SignedIn } from "./session";
import { theme } from "./theme";

const schemes = localStorageColorSchemeManager({ key: "postrider-color-scheme" });

interface Props {
  queries: QueryClient;
}

export function App({ queries }: Props) {
  return (
    <MantineProvider
      theme={theme}
      colorSchemeManager={schemes}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <Notices>
          <SessionRoot />
        </Notices>
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The dashboard with a session, the sign-in page without one. */
function SessionRoot() {
  const session = useQuery({
    queryKey: SESSION,
    queryFn: ({ signal }) => readSession(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (session.data === null) {
    return <SignIn />;
  }
  if (session.data !== undefined) {
    return (
      <SignedIn session={session.data}>
        <Frame>
          <Routing />
        </Frame>
      </SignedIn>
    );
  }
  return session.isError ? (
    <main>
      <ErrorNote
        error={session.error}
        what="The dashboard cannot start."
        retry={() => session.refetch()}
      />
    </main>
  ) : null;
}
