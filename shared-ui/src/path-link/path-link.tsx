import type { EventWord, HostServices, Query } from '@fridge/shared-contracts';
import type { MouseEvent, ReactNode } from 'react';

export interface PathLinkProps<Name extends string> {
  host: Pick<HostServices, 'navigation' | 'tracking'>;
  /** A path of the host. */
  to: string;
  query?: Query;
  /** What tracking calls the press. */
  track: EventWord<Name>;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link to another screen. The host carries the page context on, in this tab and in a new one; a press with a
 * modifier key stays the browser's.
 */
export function PathLink<const Name extends string>({ host, to, query, track, className, children }: PathLinkProps<Name>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    host.tracking.click(track);
    host.navigation.push(to, query);
  };
  return <a href={host.navigation.hrefOf(to, query)} className={className} onClick={follow}>{children}</a>;
}
