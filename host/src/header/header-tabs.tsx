import { type KeyboardEvent, useRef } from 'react';
import type { HeaderState } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';
import styles from './header.module.css';
import { tabAfterKey } from './tab-after-key.ts';

/** Titles as tabs: one stop of the Tab key, arrows between them. */
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
