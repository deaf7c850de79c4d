import type { EventWord, HostServices, Query } from '@fridge/shared-contracts';
import type { MouseEvent, ReactNode } from 'react';
import { buttonClass, type ButtonTone } from '../button/button.tsx';
import { useScreenHost } from '../screen-of.tsx';

interface PathLinkProps<Name extends string> {
  /** Default: the screen's. */
  host?: Pick<HostServices, 'navigation' | 'tracking'>;
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
 * modifier key, and those in a shell.
 */
export function PathLink<const Name extends string>({
  host: given,
  to,
  query,
  track,
  tone,
  className,
  children,
}: PathLinkProps<Name>) {
  const screenHost = useScreenHost();
  const host = given ?? screenHost;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (host === null || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    host.tracking.click(track);
    host.navigation.push(to, query);
  };
  return (
    <a
      href={host === null ? to : host.navigation.hrefOf(to, query)}
      className={tone === undefined ? className : buttonClass(tone, true, className)}
      onClick={follow}
    >
      {children}
    </a>
  );
}
