import { type CSSProperties, type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { HeaderState, HeaderTone } from '@fridge/shared-contracts';
import { ACTION_ATTRIBUTE, ACTIVATION_ATTRIBUTE } from '@fridge/shared-contracts/page';
import { BackIcon, Button, joinClasses, ShareIcon } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import type { ReadableStore } from '../lib/read-store.ts';
import { Notice } from './notice.tsx';
import { publishSize } from './root-style.ts';
import styles from './header.module.css';

/** `tone` applies until the screen's code is loaded. */
export type RouteHeader = { readonly title: string; readonly tone: HeaderTone | null };

type HeaderView = HeaderState & { title: string };

export type HeaderKeeper = ReturnType<typeof createHeader>;

/** Each screen removes only its own layer: the next may mount before the previous unmounts. */
export function createHeader() {
  const store = createStore<HeaderView>(() => ({ title: '' }));
  let current: RouteHeader = { title: '', tone: null };
  let layers: readonly HeaderState[] = [];
  const update = () => {
    const parts = [current, ...layers].flatMap((layer) => Object.entries(layer).filter(([, value]) => value != null));
    store.setState({ title: current.title, ...Object.fromEntries(parts) }, true);
  };

  return {
    store,
    /** A screen's own values override it. */
    setRoute(route: RouteHeader) {
      if (route.title === current.title && route.tone === current.tone) return;
      current = route;
      update();
    },
    set(state: HeaderState) {
      const layer = { ...state };
      layers = [...layers, layer];
      update();
      return () => {
        layers = layers.filter((other) => other !== layer);
        update();
      };
    },
  };
}

const back = { [ACTION_ATTRIBUTE]: 'host.back' };
const sharing = { [ACTION_ATTRIBUTE]: 'host.share', [ACTIVATION_ATTRIBUTE]: '' };

/** The bar above every screen (spec section 2, "Header"). */
export function Header({
  header,
  notice,
  statusBarHeight,
  onBack,
  onShare,
}: {
  header: Pick<HeaderKeeper, 'store'>;
  notice?: ReadableStore<string | null> | undefined;
  statusBarHeight: ReadableStore<number>;
  onBack: () => void;
  onShare: () => void;
}) {
  const { title, tabs, share, right, tone, overlay } = useStore(header.store);
  const height = useStore(statusBarHeight);
  const bar = useRef<HTMLElement>(null);
  // A new status bar height is published before the paint, since full-height screens depend on it; the observer handles
  // other changes. Publishing on every render would lay out the whole page each time.
  useLayoutEffect(() => {
    document.documentElement.style.setProperty('--status-bar-height', `${height}px`);
    return bar.current ? publishSize('--header-height', bar.current, 'offsetHeight') : undefined;
  }, [height]);

  useEffect(() => {
    if (title !== '') document.title = title;
  }, [title]);

  const colours = tone && { '--header-background': tone.background, '--header-ink': tone.ink };
  return (
    <header
      ref={bar}
      className={joinClasses(styles.header, tone && styles.toned, overlay && styles.overlay)}
      style={colours as CSSProperties | undefined} // their type lacks custom properties
    >
      <nav className={styles.bar} aria-label={copy['host.header.aria']}>
        <div className={styles.side}>
          <Button tone="text" aria-label={copy['host.header.back.aria']} onClick={onBack} {...back}>
            <BackIcon />
          </Button>
        </div>
        {tabs ? <HeaderTabs {...tabs} /> : <div className={styles.title}>{title}</div>}
        <div className={styles.side}>
          {right && (
            <Button tone="text" className={styles.text} onClick={right.onPress}>
              {right.label}
            </Button>
          )}
          {share && (
            <Button tone="text" aria-label={copy['host.header.share.aria']} onClick={onShare} {...sharing}>
              <ShareIcon />
            </Button>
          )}
        </div>
      </nav>
      {notice && <Notice store={notice} />}
    </header>
  );
}

/** One Tab stop, arrow keys between them. */
function HeaderTabs({ labels, selected, onSelect }: NonNullable<HeaderState['tabs']>) {
  const move = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const next = tabAfterKey(event.key, selected, labels.length);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
    event.currentTarget.parentElement?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className={styles.tabs} role="tablist" aria-label={copy['host.header.tabs.aria']}>
      {labels.map((label, index) => (
        <Button
          key={label}
          tone="text"
          role="tab"
          aria-selected={index === selected}
          tabIndex={index === selected ? 0 : -1}
          onClick={() => onSelect(index)}
          onKeyDown={move}
        >
          {label}
        </Button>
      ))}
    </div>
  );
}

/** Wraps; `null` for other keys. */
export function tabAfterKey(key: string, selected: number, count: number): number | null {
  const steps = new Map([
    ['ArrowRight', selected + 1],
    ['ArrowLeft', selected - 1],
    ['Home', 0],
    ['End', -1],
  ]);
  const step = steps.get(key);
  return step === undefined ? null : (step + count) % count;
}
