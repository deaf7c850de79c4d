import type { EventWord, HostServices, Query } from '@fridge/shared-contracts';
import type { MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonTone } from '../button/button.tsx';

interface PathLinkProps<Name extends string> {
  host: Pick<HostServices, 'navigation' | 'tracking'>;
  to: string;
  query?: Query;
  track: EventWord<Name>;
  /** Draws it as a wide button. */
  tone?: ButtonTone;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A link to another screen. The host adds the page context, in a new tab too; the browser handles presses with a
 * modifier key.
 */
export function PathLink<const Name extends string>({
  host,
  to,
  query,
  track,
  tone,
  className,
  children,
}: PathLinkProps<Name>) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    host.tracking.click(track);
    host.navigation.push(to, query);
  };
  return (
    <a
      href={host.navigation.hrefOf(to, query)}
      className={tone === undefined ? className : buttonClass(tone, true, className)}
      onClick={follow}
    >
      {children}
    </a>
  );
}
