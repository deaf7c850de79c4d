import { Component, type ReactNode } from 'react';

type Props = {
  children: ReactNode;
  /** Called once for every time its children came down. */
  onError: (error: unknown) => void;
  /** Drawn instead of children that threw; nothing when left out. */
  fallback?: ReactNode;
};

/** Keeps a fault while drawing inside: what threw is replaced, and everything around it stays as it is. */
export class Boundary extends Component<Props, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError(): { crashed: boolean } {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.crashed ? this.props.fallback : this.props.children;
  }
}
