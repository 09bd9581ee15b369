import { Button } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { EmptyState } from "../parts/EmptyState";

interface Props {
  /** Another place is another chance. */
  place: string;
  children: ReactNode;
}

/** Catches what a screen could not cope with, most often a part replaced by a newer version. */
export class Mishap extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: Props) {
    if (before.place !== this.props.place && this.state.failed) {
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
        <p>Most often the service was upgraded while this page was open. Loading it anew helps.</p>
      </EmptyState>
    );
  }
}
