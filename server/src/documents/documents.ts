import type { Clock } from '../program/clock.ts';
import { Refused } from '../commands/refused.ts';
import type { Queries } from '../database/database.ts';
import type { StoredEvent } from '../history/events.ts';
import type { configVersions } from './tables.ts';

/** What operators decide (architecture, "Configuration is versioned documents"). */
export const documentNames = ['registry', 'settings', 'draw', 'grants', 'teams'] as const;
export type DocumentName = (typeof documentNames)[number];

type StoredVersion = typeof configVersions.$inferSelect;

/** `document`: JSON text; `changedAt`: real time. */
export type Version = StoredVersion & Pick<StoredEvent, 'why' | 'way'> & { changedBy: string; changedAt: Date };

/** Of a document's text; far above any that people write. */
export const MAX_DOCUMENT_BYTES = 256 * 1024;

/** Another change came first. */
export class StaleChange extends Refused {
  override name = 'StaleChange';
}

export interface DocumentKind {
  /** @returns what doesn't fit, each with the path of its field and never its value; empty: the document fits */
  faultsOf(document: unknown): string[];
  /** In force while no version fits. */
  readonly initial: object;
  /** The first version, where tables hold the document's values; else `initial`. */
  stored?(queries: Queries): Promise<object>;
  /** Runs in the transaction that inserts the version. @throws Refused */
  apply?(transaction: Queries, version: { document: unknown; serial: number }, clock: Clock): Promise<void>;
  /**
   * What of a change looks like a slip and has to be confirmed, one line each. Runs in its transaction after `apply`.
   */
  toConfirm?(transaction: Queries, change: { before: unknown; after: unknown }): Promise<string[]>;
}

/** @returns `undefined` for broken text, which fits no document */
export function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text of a document that a program makes. */
export const documentText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
