import { readFileSync, statSync, unwatchFile, watchFile } from 'node:fs';
import { sharedRun } from '../bounds/shared-run.ts';
import { describeFault, type Log } from '../log/log.ts';
import { writeAtomically } from '../storage/write-atomically.ts';
import type { Configuration } from './configuration.ts';
import {
  differences,
  type DocumentName,
  fileText,
  MAX_DOCUMENT_BYTES,
  readDocumentFile,
  type Version,
} from './documents.ts';
import { Refused } from '../commands/refused.ts';

const LOOK_MS = 1_000;
const RETRY_MS = 1_000;
const AUTHOR = { by: 'file', why: '', way: 'file' } as const;

export interface FollowedFiles {
  /** Why what stands in a document's file doesn't count; `null`: it counts. */
  refusal(name: DocumentName): string | null;
  close(): Promise<void>;
}

/**
 * Keeps documents and their files the same, both ways. A file that is saved becomes the next version; a version made
 * elsewhere is written into the file. What is refused stays in the file until the next good save, and nothing else
 * happens.
 */
export async function followFiles(
  { configuration, log }: { configuration: Configuration; log: Log },
  paths: Partial<Record<DocumentName, string>>,
): Promise<FollowedFiles> {
  const files = new Map<DocumentName, FollowedDocument>();
  for (const [name, path] of Object.entries(paths) as [DocumentName, string][])
    // the keys are names
    files.set(name, await followDocument(name, path, configuration, log));
  return {
    refusal: (name) => files.get(name)?.refusal() ?? null,
    close: async () => void (await Promise.all([...files.values()].map((file) => file.close()))),
  };
}

type FollowedDocument = { refusal(): string | null; close(): Promise<void> };

async function followDocument(
  name: DocumentName,
  path: string,
  configuration: Configuration,
  log: Log,
): Promise<FollowedDocument> {
  let written: string | null = null;
  let refused: { text: string; why: string } | null = null;
  let isFailing = false;
  let closed = false;

  /** @param replaced what stands in the file; something else was saved meanwhile and is looked at next */
  const write = async (version: Version, replaced: string | null) => {
    const text = fileText(version);
    refused = null;
    await writeAtomically(path, text, { mayReplace: () => readBounded(path) === replaced });
    written = text;
  };
  const refuse = (text: string, why: string) => {
    refused = { text, why };
    log.warn({ event: 'configurationFileRefused', document: name, problem: why });
  };
  const synchronize = async () => {
    const current = configuration.current(name);
    const text = readBounded(path);
    if (text === fileText(current)) {
      written = text;
      refused = null;
    } else if (text === null || text === written) await write(current, text);
    else if (text !== refused?.text) await take(text, current);
  };
  const take = async (text: string, current: Version) => {
    try {
      const { serial, document } = readDocumentFile(text);
      const isSame = differences(JSON.parse(current.document), JSON.parse(document)).length === 0;
      // Without a serial it counts as an edit of the version in force.
      const change = { ...AUTHOR, expected: serial ?? current.serial };
      await write(isSame ? current : await configuration.change(name, change, () => document), text);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(text, error.message);
    }
  };
  let retry: NodeJS.Timeout | undefined;
  /** A failure, such as a full disk, is logged once and tried again. */
  const look: () => Promise<void> = sharedRun(async () => {
    clearTimeout(retry);
    try {
      if (!closed) await synchronize();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ event: 'configurationFileNotKept', document: name, fault: describeFault(error) });
      isFailing = true;
      retry = setTimeout(() => void look(), RETRY_MS).unref();
    }
  });

  const onChange = () => void look();
  watchFile(path, { interval: LOOK_MS, persistent: false }, onChange);
  const end = configuration.subscribe(name, onChange);
  await look();
  return {
    refusal: () => refused?.why ?? null,
    async close() {
      closed = true;
      end();
      unwatchFile(path, onChange);
      await look();
    },
  };
}

/** Stands for a file that is longer than any document; it is refused by its length. */
const TOO_LONG = ' '.repeat(MAX_DOCUMENT_BYTES + 1);

/** @returns `null` if there is no file. @throws when it can't be read */
function readBounded(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  return stat.size > MAX_DOCUMENT_BYTES ? TOO_LONG : readFileSync(path, 'utf8');
}
