import type { Clock } from '../clock.ts';
import type { Queries } from '../database/database.ts';
import type { configVersions } from './tables.ts';

/** What operators decide (architecture, "Configuration is versioned documents"). */
export const documentNames = ['registry', 'settings', 'draw', 'grants', 'teams'] as const;
export type DocumentName = (typeof documentNames)[number];

/** `document`: JSON text; `reverts`: the serial that a revert restored; `changedAt`: real time. */
export type Version = Omit<typeof configVersions.$inferSelect, 'storedAt'>;

export type Change = Pick<Version, 'why' | 'way'> & { by: string };

/** Of a document's text; far above any that people write. */
export const MAX_DOCUMENT_BYTES = 256 * 1024;

/** The change can't be made, and nothing was changed. The message tells the operator why, and what would work. */
export class ChangeRefused extends Error {
  override name = 'ChangeRefused';
}

/** Another change came first. */
export class StaleChange extends ChangeRefused {
  override name = 'StaleChange';
  /** Newest first. */
  readonly since: readonly Version[];

  constructor(message: string, since: readonly Version[]) {
    super(message);
    this.since = since;
  }
}

/** What the tables of a document hold. `serial`: at least this one, if they count their changes. */
export type StoredDocument = { document: unknown; serial?: number };

export interface DocumentKind {
  /** @returns what doesn't fit, each with the path of its field and never its value; empty: the document fits */
  faultsOf(document: unknown): string[];
  /** Of a first start, when no table holds it. */
  first(): unknown;
  /** A document of a file from before the documents, as this release writes it. */
  takeOver?(document: unknown, transaction: Queries): unknown;
  /** What decides, where tables hold the document's values; locks them against another change. */
  stored?(transaction: Queries): Promise<StoredDocument>;
  /** Runs in the transaction that inserts the version. @throws ChangeRefused */
  apply?(transaction: Queries, version: { document: unknown; serial: number }, clock: Clock): Promise<void>;
  /**
   * What of a change looks like a slip and has to be confirmed, one line each. Runs in its transaction after `apply`.
   */
  toConfirm?(transaction: Queries, change: { before: unknown; after: unknown }): Promise<string[]>;
}

/** The text of a document that a program makes. */
export const documentText = (document: unknown): string => `${JSON.stringify(document, null, 2)}\n`;
