import { createContext, type ReactNode, useContext } from "react";
import type { AccessRole, Session } from "../api/session";

const ORDER: AccessRole[] = ["viewer", "editor", "admin"];

const Current = createContext<Session>({ name: "", role: "viewer" });

export function SignedIn({ session, children }: { session: Session; children: ReactNode }) {
  return <Current value={session}>{children}</Current>;
}

export const useSession = () => useContext(Current);

/** Whether the session has a role. The service enforces roles; this only hides controls. */
export function useHasRole(needed: AccessRole): boolean {
  return ORDER.indexOf(useSession().role) >= ORDER.indexOf(needed);
}
