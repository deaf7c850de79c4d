import { type KeyboardEvent, useRef } from 'react';
import type { HeaderState } from '@fridge/shared-contracts';
import { copy } from '../../copy.ts';
import styles from './header.module.css';

/** One Tab stop, arrow keys between them. */
export function HeaderTabs({ labels, selected, onSelect }: NonNullable<HeaderState['tabs']>) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const next = tabAfterKey(event.key, selected, labels.length);
    if (next === null) return;
    event.preventDefault();
    onSelect(next);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
  };
  return (
    <div ref={list} className={styles.tabs} role="tablist" aria-label={copy['host.header.tabs.aria']}>
      {labels.map((label, index) => (
        <button
          key={label}
          type="button"
          role="tab"
          className={styles.tab}
          aria-selected={index === selected}
          tabIndex={index === selected ? 0 : -1}
          onClick={() => onSelect(index)}
          onKeyDown={move}
        >
          {label}
        </button>
      ))}
    </div>
  );
}

/** Wraps; `null` for other keys. */
export function tabAfterKey(key: string, selected: number, count: number): number | null {
  if (count === 0) return null;
  if (key === 'ArrowRight') return (selected + 1) % count;
  if (key === 'ArrowLeft') return (selected + count - 1) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return null;
}
