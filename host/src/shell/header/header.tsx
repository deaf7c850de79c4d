import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { BackIcon, joinClasses, ShareIcon } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import type { ReadableStore } from '../../lib/read-store.ts';
import { publishHeaderHeight } from '../skins/root-style.ts';
import type { HeaderKeeper } from './header-store.ts';
import { HeaderTabs } from './header-tabs.tsx';
import styles from './header.module.css';

export interface HeaderProps {
  header: Pick<HeaderKeeper, 'store'>;
  statusBarHeight: ReadableStore<number>;
  onBack: () => void;
  onShare: () => void;
}

/** The bar above every screen (spec section 2, "Header"). */
export function Header({ header, statusBarHeight, onBack, onShare }: HeaderProps) {
  const { title, tabs, share, right, tone, overlay } = useStore(header.store, (state) => state.view);
  const height = useStore(statusBarHeight);
  const bar = useRef<HTMLElement>(null);
  // A new status bar height is published before the paint, since full-height screens depend on it; the observer handles
  // other changes. Publishing on every render would lay out the whole page each time.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- `height` changes the bar's height
  useLayoutEffect(() => (bar.current ? publishHeaderHeight(bar.current) : undefined), [height]);

  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);

  const style: CSSProperties & Record<`--${string}`, string> = {
    '--status-bar-height': `${height}px`,
    ...(tone && { '--header-background': tone.background, '--header-ink': tone.ink }),
  };
  return (
    <header ref={bar} className={joinClasses(styles.header, tone && styles.toned, overlay && styles.overlay)} style={style}>
      <nav className={styles.bar} aria-label={copy['host.header.aria']}>
        <div className={styles.side}>
          <button type="button" className={styles.icon} aria-label={copy['host.header.back.aria']} onClick={onBack}>
            <BackIcon />
          </button>
        </div>
        {tabs ? <HeaderTabs {...tabs} /> : <div className={styles.title}>{title}</div>}
        <div className={joinClasses(styles.side, styles.end)}>
          {right && (
            <button type="button" className={styles.text} onClick={right.onPress}>
              {right.label}
            </button>
          )}
          {share && (
            <button type="button" className={styles.icon} aria-label={copy['host.header.share.aria']} onClick={onShare}>
              <ShareIcon />
            </button>
          )}
        </div>
      </nav>
    </header>
  );
}
