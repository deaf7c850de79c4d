import { useEffect, useLayoutEffect, useRef, useSyncExternalStore, type CSSProperties } from 'react';
import type { Store } from '@fridge/shared-contracts';
import { BackIcon, ShareIcon } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import styles from './header.module.css';
import type { HeaderView } from './header-store.ts';
import { HeaderTabs } from './header-tabs.tsx';

export interface HeaderProps {
  header: Store<HeaderView>;
  /** Height in CSS px that stays free on top for the app's status bar. */
  statusBar: Store<number>;
  onBack: () => void;
  onShare: () => void;
}

/** The bar on top of every screen (spec section 2, "Header"): back always, then what the screen asks for. */
export function Header({ header, statusBar, onBack, onShare }: HeaderProps) {
  const { title, tabs, share, right } = useSyncExternalStore(header.subscribe, header.get);
  const statusBarHeight = useSyncExternalStore(statusBar.subscribe, statusBar.get);
  const bar = useRef<HTMLElement>(null);
  useMeasuredHeight(bar);

  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);

  // The status bar's height is the app's own number; no class can hold it.
  const style: CSSProperties & Record<'--status-bar-height', string> = { '--status-bar-height': `${statusBarHeight}px` };
  return (
    <header ref={bar} className={styles.header} style={style}>
      <nav className={styles.bar} aria-label={copy['host.header.aria']}>
        <div className={styles.side}>
          <button type="button" className={styles.icon} aria-label={copy['host.header.back.aria']} onClick={onBack}>
            <BackIcon />
          </button>
        </div>
        {tabs ? <HeaderTabs {...tabs} /> : <div className={styles.title}>{title}</div>}
        <div className={`${styles.side} ${styles.end}`}>
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

/** Tells everyone the header's height as `--header-height`: large text makes it taller than its plain 44 px. */
function useMeasuredHeight(bar: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const tell = () => document.documentElement.style.setProperty('--header-height', `${element.offsetHeight}px`);
    tell();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
}
