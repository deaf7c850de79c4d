import { contractText } from '@fridge/shared-contracts';
import {
  compatibility,
  contractVersion,
  parseContract,
  type ReleaseFile,
  RETRY_ADDRESSES,
} from '@fridge/shared-contracts/page';
import {
  HOST_REACT_MAJOR,
  redirectProblems,
  type Release,
  releaseSchema,
  shellLimits,
  sizeText,
} from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { messageOf, parseJson } from '../../storage/text.ts';
import { kitProblem } from './kit-problem.ts';
import { filesOf, integrityOfSent } from './release-files.ts';
import { compressedBytes, routeSizes } from './route-budget.ts';
import { type ProblemKind, type ReleaseProblem, ReleaseRefused } from '../release-refused.ts';
import { DESCRIPTION_BYTES, type ReleaseSource } from './release-source.ts';
import { coverageProblems, readShells } from './shell-problems.ts';
import { syntaxProblems } from './syntax-problems.ts';

/**
 * Uncompressed bytes; judged by the description, before any file is read. The largest remote of this repository has a
 * script of 165 KB, 303 KB of scripts, a stylesheet of 40 KB and 526 KB in all. What is parsed is smaller than what is
 * only kept: the syntax check takes up to a hundred times a script's bytes in memory.
 */
export const releaseLimits = {
  files: 300,
  bytes: 32 * 1024 * 1024,
  scriptBytes: 1024 * 1024,
  scriptsBytes: 8 * 1024 * 1024,
  styleBytes: 512 * 1024,
  shellsBytes: 1024 * 1024,
} as const;

/** Browsers' limit of requests per origin. */
const FILES_AT_ONCE = 6;

/**
 * `shellTexts`: of its routes' shells, by integrity. `routeSizes`: compressed, by path. `problems`: of the description
 * and of its files, all of them.
 */
type ReadRelease = {
  release: Release;
  files: number;
  bytes: number;
  shellTexts: ReadonlyMap<string, string>;
  routeSizes: ReadonlyMap<string, number>;
  problems: ReleaseProblem[];
};

/**
 * Checks the description, the contract, every file as a page gets it and its hash, the syntax of scripts, and what
 * shells bring.
 * @throws ReleaseRefused when the description can't be read; there is nothing else to check then
 */
export async function readRelease(source: ReleaseSource): Promise<ReadRelease> {
  const release = await readDescription(source);
  const files = filesOf(release);
  const described = descriptionProblems(release);
  const sizes = new Map<string, number>();
  const read = {
    release,
    files: files.length,
    bytes: sumOf(files),
    shellTexts: new Map<string, string>(),
    routeSizes: new Map<string, number>(),
  };
  if (source.refused != null) return { ...read, problems: [...described, source.refused] };
  if (described.some(({ kind }) => kind === 'size')) return { ...read, problems: described };

  const waiting = files.values();
  const found = [...(await servedDescriptionProblems(source)), ...sentProblems(source.sent ?? [], files)];
  const modules = new Map<string, Buffer>();
  const shells = new Map<string, Buffer>();
  /** Files by the reason: often it is the same for all. */
  const unreadable = new Map<string, string[]>();
  const readNext = async () => {
    for (const file of waiting) {
      const content = await source.read(file.file, file.kind, file.bytes).catch(whyUnreadable);
      if (typeof content === 'string') unreadable.set(content, [...(unreadable.get(content) ?? []), file.file]);
      else if (!(await isDescribed(content, file))) found.push(...oneProblem('file', `${file.file} ${NOT_DESCRIBED}`));
      else if (file.kind === 'shell') shells.set(file.file, content);
      else if (file.kind === 'script' || file.kind === 'style') {
        if (file.kind === 'script') modules.set(file.file, content);
        sizes.set(file.file, await compressedBytes(content));
      }
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, readNext));
  for (const [reason, missing] of unreadable) found.push(...oneProblem('file', unreadableText(missing, reason)));
  const { texts: shellTexts, problems: ofShells } = readShells(release.routes, shells);
  found.push(...ofShells);
  if (source.isLocal !== true) found.push(...(await syntaxProblems(modules, source)));
  if (found.length === 0) found.push(...(await retryProblems(source, release)));
  return {
    ...read,
    shellTexts,
    routeSizes: routeSizes(release, sizes),
    problems: [...described, ...found.toSorted((left, right) => (left.text < right.text ? -1 : 1))],
  };
}

/** @throws ReleaseRefused */
export async function readDescription(source: ReleaseSource): Promise<Release> {
  const refuse = (kind: ProblemKind, text: string) =>
    new ReleaseRefused(oneProblem(kind, text), { lead: `The release at ${source.baseUrl} was not published: ` });
  const readServed = () =>
    source.read('release.json', 'description', DESCRIPTION_BYTES).catch((error: unknown) => {
      const todo = 'Build the remote first, and upload all of it.';
      throw refuse('description', `release.json can't be read (${whyUnreadable(error)}). ${todo}`);
    });
  const description = parseJson((source.description ?? (await readServed())).toString('utf8'));
  const { kit } = v.parse(kitSchema, description);
  const otherKit = kit === null ? null : kitProblem('release.json', kit);
  if (otherKit !== null) throw refuse('kit', otherKit);
  const parsed = v.safeParse(releaseSchema, description);
  if (parsed.success && isStorable(parsed.output)) return parsed.output;
  const issues = (parsed.issues ?? []).map((issue) => `${v.getDotPath(issue) ?? 'release.json'}: ${issue.message}`);
  const faults = parsed.success ? ['a character that is none (U+0000, or half of a pair)'] : issues;
  throw refuse('description', `its release.json doesn't fit the schema.\n  ${faults.join('\n  ')}`);
}

/** Whatever else is in it. */
const kitSchema = v.fallback(
  v.object({ kit: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}$/))), null) }),
  {
    kit: null,
  },
);

/** PostgreSQL's JSON has no U+0000 and no half of a surrogate pair. */
const isStorable = (release: Release): boolean => !/\\u(?:0000|d[89a-f]..)/i.test(JSON.stringify(release));

const oneProblem = (kind: ProblemKind, text: string): ReleaseProblem[] => [{ kind, text }];

/** What can be judged without its files. */
export const descriptionProblems = (release: Release): ReleaseProblem[] => [
  ...sizeProblems(release),
  ...contractProblems(release),
  ...reactProblems(release),
  ...entryProblems(release),
  ...routeProblems(release),
  ...redirectProblems(release).flatMap((text) => oneProblem('route', text)),
  ...titleProblems(release),
  ...coverageProblems(release.routes),
];

function sizeProblems(release: Release): ReleaseProblem[] {
  const { files: most, bytes: mostBytes, scriptBytes, scriptsBytes, styleBytes, shellsBytes } = releaseLimits;
  const { scripts, styles, routes } = release;
  const shells = routes.flatMap(({ shell }) => shell ?? []);
  const files = filesOf(release);
  const bytes = sumOf(files);
  const ofShells = sumOf(files.filter(({ kind }) => kind === 'shell'));
  const texts = [
    ...(files.length > most || bytes > mostBytes
      ? [
          `it lists ${files.length} files of ${sizeText(bytes)}, and a release has at most ${most} of ${sizeText(mostBytes)}.`,
        ]
      : []),
    ...(sumOf(scripts) > scriptsBytes
      ? [`its scripts have ${sizeText(sumOf(scripts))}, and those of a release have at most ${sizeText(scriptsBytes)}.`]
      : []),
    ...(ofShells > shellsBytes
      ? [`its shells have ${sizeText(ofShells)}, and those of a release have at most ${sizeText(shellsBytes)}.`]
      : []),
    ...largerThan(scriptBytes, scripts, 'a script'),
    ...largerThan(styleBytes, styles, 'a stylesheet'),
    ...largerThan(
      shellLimits.stylesBytes,
      shells.map(({ styles: own }) => own),
      'a file of styles',
    ),
    ...largerThan(
      shellLimits.markupBytes,
      shells.flatMap(({ markups }) => markups.map(({ markup }) => markup)),
      'a file of markup',
    ),
  ];
  return texts.flatMap((text) => oneProblem('size', text));
}

const largerThan = (limit: number, listed: readonly ReleaseFile[], what: string): string[] =>
  listed
    .filter(({ bytes }) => bytes > limit)
    .map(({ file, bytes }) => `${file} has ${sizeText(bytes)}, and ${what} has at most ${sizeText(limit)}.`);

const sumOf = (files: readonly ReleaseFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** One for a later contract waits for the host that speaks it. */
function contractProblems({ contract }: Release): ReleaseProblem[] {
  const fit = compatibility(contract);
  if (fit === 'fits' || fit === 'tooNew') return [];
  const todo = 'Build it against the shared-contracts of today.';
  const text = `it is built for contract ${contract}, and this host speaks ${contractText}. ${todo}`;
  return oneProblem('contract', text);
}

/** The host of a later major version of the contract may bring a later React. */
function reactProblems({ react, contract }: Release): ReleaseProblem[] {
  if (react === undefined) return [];
  const major = Number(react.split('.')[0]);
  const waits = major > HOST_REACT_MAJOR && (parseContract(contract)?.major ?? 0) > contractVersion.major;
  if (major === HOST_REACT_MAJOR || waits) return [];
  const text = `it is built for React ${react}, and the host gives every remote its React ${HOST_REACT_MAJOR}. Build it for that one.`;
  return oneProblem('react', text);
}

function entryProblems({ entry, scripts }: Release): ReleaseProblem[] {
  if (!scripts.some(({ file }) => file === entry))
    return oneProblem('entry', `its entry ${entry} isn't among its scripts.`);
  if (entry.includes('/'))
    return oneProblem('entry', `its entry ${entry} lies in a folder, and pages look for the other files beside it.`);
  return [];
}

function routeProblems({ routes, scripts }: Release): ReleaseProblem[] {
  const listed = new Set(scripts.map(({ file }) => file));
  return routes.flatMap(({ path, scripts: preloaded }) =>
    preloaded
      .filter((file) => !listed.has(file))
      .flatMap((file) => oneProblem('route', `its route ${path} preloads ${file}, which isn't among its scripts.`)),
  );
}

/** They turn the text around them, so that a title reads as another one. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

const titleProblems = ({ title, description, routes }: Release): ReleaseProblem[] =>
  [title, description, ...routes.map((route) => route.title)]
    .filter((text) => DIRECTION_MARKS.test(text))
    .flatMap((text) =>
      oneProblem(
        'description',
        `${JSON.stringify(text.replace(DIRECTION_MARKS, '…'))} has a character that turns text around.`,
      ),
    );

/** Where the request has it as well: tools read the one beside the files. */
async function servedDescriptionProblems({ description, sent, read }: ReleaseSource): Promise<ReleaseProblem[]> {
  if (description === undefined || sent !== undefined) return [];
  const served = await read('release.json', 'description', DESCRIPTION_BYTES).catch(whyUnreadable);
  const todo = 'Upload the whole folder first.';
  if (typeof served === 'string')
    return oneProblem('file', `release.json is missing or can't be used: ${served}. ${todo}`);
  if (served.equals(description)) return [];
  return oneProblem('file', `release.json there isn't the one of this build. ${todo}`);
}

/** What was sent besides the files that release.json lists. */
function sentProblems(sent: readonly string[], listed: readonly ReleaseFile[]): ReleaseProblem[] {
  const files = new Set(listed.map(({ file }) => file));
  const names = [...new Set(sent)];
  const unlisted = names.filter((file) => !files.has(file));
  const repeated = names.filter((file) => sent.indexOf(file) !== sent.lastIndexOf(file));
  return [
    ...unlisted.map(
      (file) => `${JSON.stringify(file)} isn't listed in release.json. Send the files that it lists alone.`,
    ),
    ...repeated.map((file) => `${JSON.stringify(file)} was sent twice. Send each file once.`),
  ].map((text) => ({ kind: 'file', text }));
}

const NOT_DESCRIBED = "isn't what release.json describes. Build and upload the release as a whole.";

const isDescribed = async (content: Buffer, { bytes, integrity }: ReleaseFile): Promise<boolean> =>
  content.length === bytes && (await integrityOfSent(content)) === integrity;

const FILES_NAMED = 5;

function unreadableText(files: readonly string[], reason: string): string {
  const named = files.toSorted().slice(0, FILES_NAMED);
  const more = files.length > FILES_NAMED ? ` and ${files.length - FILES_NAMED} more` : '';
  const verb = files.length === 1 ? 'is' : 'are';
  return `${named.join(', ')}${more} ${verb} missing or can't be used: ${reason}. Upload every file before release.json.`;
}

async function retryProblems(source: ReleaseSource, { entry, scripts }: Release): Promise<ReleaseProblem[]> {
  const described = scripts.find(({ file }) => file === entry);
  const content = await source.readRetried?.(entry, 'script', described?.bytes ?? 0).catch(whyUnreadable);
  if (content === undefined) return [];
  if (typeof content !== 'string' && described !== undefined && (await isDescribed(content, described))) return [];
  const reason = typeof content === 'string' ? content : 'it is another file there';
  const todo = `Serve every file below /~1/ to /~${RETRY_ADDRESSES}/ as well, see docs/contract.md.`;
  return oneProblem('retry', `${entry} can't be retried below /~1/: ${reason}. ${todo}`);
}

/** The system's message names a local path. */
const whyUnreadable = (error: unknown): string =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT' ? 'it is not there' : messageOf(error);
