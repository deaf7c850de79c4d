import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode; onCrash: () => void };

/**
 * Keeps a remote's fault inside the remote: what throws while drawing is replaced by nothing, and the view around
 * it shows the page that says so. The header, the hall and the other remotes stay as they are.
 */
export class RemoteBoundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(): void {
    this.props.onCrash();
  }

  override render(): ReactNode {
    return this.state.crashed ? null : this.props.children;
  }
}
