import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { EmptyState } from "../parts/EmptyState";

interface Props {
  /** A change of the path renders the children again. */
  path: string;
  children: ReactNode;
}

/** Catches errors of a screen, most often a file that a newer version replaced. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (before.path !== this.props.path && this.state.failed) {
      this.setState({ failed: false });
    }
  }

  override render() {
    if (!this.state.failed) {
      return this.props.children;
    }
    return (
      <EmptyState
        title="Cannot show this page"
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        <p>The service was probably upgraded while this page was open. Reload the page.</p>
      </EmptyState>
    );
  }
}
