import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { ApiError } from "../api/client";
import { signIn } from "../api/session";
import { span } from "../parts/format";
import styles from "./frame.module.css";
import { Logo } from "./Logo";
import { SESSION } from "./queries";

function errorText(error: Error | null): string | undefined {
  if (error instanceof ApiError && error.status === 429) {
    const wait = span((error.retryAfterSeconds ?? 60) * 1_000);
    return `Too many attempts. Retry in ${wait}.`;
  }
  if (error instanceof ApiError && error.status === 401) {
    return "The token is unknown, revoked or expired.";
  }
  return error?.message;
}

/** The sign-in page: exchanges a token for a cookie that scripts cannot read. */
export function SignIn() {
  const [token, setToken] = useState("");
  const queries = useQueryClient();
  const signingIn = useMutation({
    mutationFn: () => signIn(token.trim()),
    onSuccess: (session) => queries.setQueryData(SESSION, session),
  });
  useEffect(() => {
    document.title = "Sign in · Postrider";
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (token.trim() !== "") {
      signingIn.mutate();
    }
  }

  return (
    <main className={styles.signIn}>
      <div className={styles.card}>
        <h1>
          <Logo size={40} />
          Sign in to Postrider
        </h1>
        <form onSubmit={submit}>
          <PasswordInput
            label="Token"
            description="An API token, or the admin token of this installation."
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={errorText(signingIn.error)}
            errorProps={{ role: "alert" }}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ "aria-label": "Show the token" }}
            autoFocus
          />
          <Button type="submit" loading={signingIn.isPending} disabled={token.trim() === ""}>
            Sign in
          </Button>
        </form>
        <details>
          <summary>Where is my token?</summary>
          <p>
            The first admin token is in the file <code>admin-token</code> of the data folder, unless
            the operator set <code>POSTRIDER_ADMIN_TOKEN</code>. Admins create more tokens under
            Settings.
          </p>
        </details>
      </div>
    </main>
  );
}
