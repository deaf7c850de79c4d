import type { HostServices } from '@fridge/shared-contracts';
import type { MouseEvent, ReactNode } from 'react';

export interface PathLinkProps {
  host: HostServices;
  /** A path of the host. */
  to: string;
  /** What tracking calls the press. */
  track: string;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to another screen: the host carries the page context on, and a press with a modifier key stays the browser's. */
export function PathLink({ host, to, track, className, children }: PathLinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    host.tracking.click(track);
    host.navigation.push(to);
  };
  return <a href={to} className={className} onClick={follow}>{children}</a>;
}
