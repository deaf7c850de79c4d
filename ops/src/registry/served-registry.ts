import { readFile, stat } from 'node:fs/promises';
import * as v from 'valibot';
import { readRegistry, registryProblems } from '@fridge/shared-contracts/host';
import { bytesOf, type Content, contentHash } from '../origins/send-content.ts';
import { parseJson } from '../parse-json.ts';
import { keepLastGood, readLastGood, withLastGoodEntries } from './last-good.ts';
import { describeLeftOut } from './registry-file.ts';

/** One content of the registry, ready to be sent. */
export interface ServedContent extends Content {
  text: string;
  hash: string;
  /** For the page: without each release's list of hashed scripts, which only publishing needs. */
  slim: unknown;
}

export interface ServedRegistry {
  /** @returns the registry as the file has it, else the last good one, else `null` */
  read(): Promise<ServedContent | null>;
  /** Stops following the file. */
  close(): Promise<void>;
}

/** Four releases are a tenth of it. */
const LIMIT_BYTES = 512 * 1024;
/** An edit is noticed within this time, whether or not anybody asks for the registry. */
const LOOK_EVERY_MS = 1_000;
/** Within this time of a change, another one may leave the same time stamp. */
const STAMP_RESOLUTION_MS = 1_000;

const anyRemotesSchema = v.looseObject({ remotes: v.record(v.string(), v.unknown()) });
const withScriptsSchema = v.looseObject({ scripts: v.unknown() });

/**
 * The registry as the host's origin serves it. The file is looked at for each request, so that an edit by hand counts
 * at once, and every second, so that a good one is kept though nobody opens a page; it is read when it changed. An entry
 * that doesn't fit leaves the last good one of its name in force; where there is none it is served to the letter, and
 * pages leave it out and name it. A file that is missing, half written, too big or no registry at all leaves the whole
 * last good one in force. Both survive a restart.
 * @param print told once of each content that is wrong, with its fields
 */
export function createServedRegistry(path: string, lastGoodPath: string, print: (line: string) => void = () => undefined): ServedRegistry {
  let current: ServedContent | null = null;
  let currentSource: string | null = null;
  let seen = '';
  let told = '';
  let looking: Promise<ServedContent | null> = look();
  const timer = setInterval(read, LOOK_EVERY_MS).unref();
  return {
    read,
    async close() {
      clearInterval(timer);
      await looking;
    },
  };

  /** One look after the other, each begun when it was asked for or later. */
  function read(): Promise<ServedContent | null> {
    looking = looking.then(look, look);
    return looking;
  }

  async function look(): Promise<ServedContent | null> {
    const stamp = await stampOf(path);
    if (stamp !== null && stamp === seen) return current;
    const lookedAt = Date.now();
    const text = stamp === null ? null : await readFile(path, 'utf8').catch(() => null);
    const content = text === null || text === currentSource ? current : contentOf(withLastGoodEntries(text, current?.text ?? (await readLastGood(lastGoodPath))));
    const before = current;
    current = content ?? current ?? (await lastGood());
    if (text !== null && content !== null && content !== before) {
      currentSource = text;
      await keepLastGood(lastGoodPath, text);
    }
    // A file that changed while it was read, or may change again unseen, is read again the next time.
    const settled = stamp !== null && stamp === (await stampOf(path)) && lookedAt - changedAt(stamp) > STAMP_RESOLUTION_MS;
    seen = settled ? stamp : '';
    // While it is being written a file is wrong for a moment, which is worth no word.
    if (settled && text !== null) tell(problemsOf(text).join('\n'));
    return current;
  }

  async function lastGood(): Promise<ServedContent | null> {
    const text = await readLastGood(lastGoodPath);
    return text === null ? null : contentOf(text);
  }

  function tell(problems: string): void {
    if (problems !== '' && problems !== told) print(problems);
    told = problems;
  }
}

function problemsOf(text: string): string[] {
  const raw = parseJson(text);
  const read = readRegistry(raw);
  return read === null ? [`! The registry can't be read (${raw === null ? 'not JSON' : registryProblems(raw).join('; ')}); the last good one stays in force.`] : describeLeftOut(read.leftOut);
}

/** @returns `null` for what is no registry */
function contentOf(text: string): ServedContent | null {
  const raw = parseJson(text);
  const read = readRegistry(raw);
  if (read === null) return null;
  return {
    text,
    hash: contentHash(text),
    slim: slimmed(raw, new Set(Object.keys(read.registry.remotes))),
    bytes: bytesOf(text, 'thorough'),
  };
}

/** A wrong entry stays as it is, so that the page leaves it out for the same reason as whoever polls. */
function slimmed(raw: unknown, fitting: ReadonlySet<string>): unknown {
  if (!v.is(anyRemotesSchema, raw)) return raw;
  const remotes = Object.entries(raw.remotes).map(([name, entry]) => {
    if (!fitting.has(name) || !v.is(withScriptsSchema, entry)) return [name, entry] as const;
    const { scripts: _, ...rest } = entry;
    return [name, rest] as const;
  });
  return { ...raw, remotes: Object.fromEntries(remotes) };
}

/** `<changed at, ms>/<size>/<file>`; `null` for what is no file of a fitting size. */
async function stampOf(path: string): Promise<string | null> {
  const info = await stat(path).catch(() => null);
  return info?.isFile() && info.size <= LIMIT_BYTES ? `${Math.max(info.mtimeMs, info.ctimeMs)}/${info.size}/${info.ino}` : null;
}

const changedAt = (stamp: string): number => Number.parseFloat(stamp);
