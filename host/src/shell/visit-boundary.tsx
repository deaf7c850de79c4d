import { Component, type ReactNode } from 'react';
import { FailedPage } from '../pages/failed/failed.tsx';

type Props = {
  children: ReactNode;
  /** Differs for every visit of a screen. */
  visit: number;
  /** Called once for every fault that came up this far. */
  onError: (error: unknown) => void;
};
type State = { fault: { error: unknown } | null; givenUp: boolean };

/** So often a visit is drawn anew before it is given up. */
const RECOVERIES = 2;

/**
 * Stands above the visits and outlives them. A screen that throws while it leaves - in an effect's clean-up, in a ref
 * callback - takes its own boundary with it, and React hands the fault on to here: the page that follows is drawn
 * anew. Only a page that keeps throwing by itself is given up.
 */
export class VisitBoundary extends Component<Props, State> {
  override state: State = { fault: null, givenUp: false };
  private recoveries = 0;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { fault: { error } };
  }

  override componentDidMount(): void {
    this.recover();
  }

  override componentDidUpdate(before: Props): void {
    if (before.visit !== this.props.visit) this.retry();
    this.recover();
  }

  private recover(): void {
    const { fault } = this.state;
    if (!fault) return;
    this.props.onError(fault.error);
    this.recoveries += 1;
    this.setState({ fault: null, givenUp: this.recoveries > RECOVERIES });
  }

  private readonly retry = () => {
    this.recoveries = 0;
    if (this.state.givenUp) this.setState({ givenUp: false });
  };

  override render(): ReactNode {
    if (this.state.fault) return null;
    return this.state.givenUp ? <FailedPage kind="crash" retrying={false} onRetry={this.retry} /> : this.props.children;
  }
}
