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
  kitText,
  kitVersion,
  redirectProblems,
  type Release,
  releaseSchema,
  shellLimits,
  sizeText,
  SOURCE_MAP_BYTES,
} from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { parseJson } from '../../storage/text.ts';
import { checkFiles, filesOf, isListed, whyUnreadable } from './release-files.ts';
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

  const { sent = [] } = source;
  const maps = release.maps.map((file) => ({ ...file, kind: 'map' as const }));
  // Where they didn't come, failures are told by the built files.
  const toRead = [...files, ...maps.filter(({ file }) => sent.includes(file))];
  const found = [
    ...(await servedDescriptionProblems(source)),
    ...sentProblems(sent, source.isUploaded === true ? [...files, ...maps] : maps),
  ];
  const modules = new Map<string, Buffer>();
  const shells = new Map<string, Buffer>();
  const { unreadable, changed } = await checkFiles(toRead, source, async ({ file, kind }, content) => {
    if (kind === 'shell') shells.set(file, content);
    if (kind === 'script') modules.set(file, content);
    if (kind === 'script' || kind === 'style') sizes.set(file, await compressedBytes(content));
  });
  for (const file of changed)
    found.push(problem('file', `${file} isn't what release.json describes. Build and upload the release as a whole.`));
  for (const { files: missing, named, reason } of unreadable) {
    const todo = 'Upload every file before release.json.';
    found.push(problem('file', `${named} ${missing.length === 1 ? 'is' : 'are'} ${UNUSABLE}: ${reason}. ${todo}`));
  }
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

const UNUSABLE = "missing or can't be used";

/** @throws ReleaseRefused */
export async function readDescription(source: ReleaseSource): Promise<Release> {
  const refuse = (kind: ProblemKind, text: string) =>
    new ReleaseRefused([problem(kind, text)], { lead: `The release at ${source.baseUrl} was not published: ` });
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

/**
 * Whether this server reads what a version of the kit wrote: those of its own major version.
 * @param what such as "The request"
 * @returns who has to update what, or `null`
 */
export function kitProblem(what: string, spoken: string): string | null {
  const major = Number(spoken.split('.')[0]);
  if (major === kitVersion.major) return null;
  const difference = `${what} is of version ${spoken} of remote-kit's API, and this server speaks ${kitText}.`;
  const remedy =
    major > kitVersion.major
      ? `Its operators have to update the server first; until then build and publish with a remote-kit of API ${kitVersion.major}.`
      : `The team has to update remote-kit to one of API ${kitVersion.major}, then build and publish again.`;
  return `${difference} ${remedy}`;
}

/** Whatever else is in it. */
const kitSchema = v.fallback(
  v.object({ kit: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^\d{1,4}\.\d{1,4}$/))), null) }),
  { kit: null },
);

/** PostgreSQL's JSON has no U+0000 and no half of a surrogate pair. */
const isStorable = (release: Release): boolean => !/\\u(?:0000|d[89a-f]..)/i.test(JSON.stringify(release));

const problem = (kind: ProblemKind, text: string): ReleaseProblem => ({ kind, text });

/** What can be judged without its files. */
export const descriptionProblems = (release: Release): ReleaseProblem[] => [
  ...[...sizeFaults(release)].map((text) => problem('size', text)),
  ...[...describedFaults(release)].map(([kind, text]) => problem(kind, text)),
  ...redirectProblems(release).map((text) => problem('route', text)),
  ...coverageProblems(release.routes),
];

const sumOf = (files: readonly ReleaseFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

function* sizeFaults(release: Release): Generator<string> {
  const { scripts, styles, routes, maps } = release;
  const served = filesOf(release);
  const files = [...served, ...maps];
  const shells = routes.flatMap(({ shell }) => shell ?? []);
  const [ofScripts, ofShells] = [sumOf(scripts), sumOf(served.filter(({ kind }) => kind === 'shell'))];
  const { files: most, bytes: mostBytes, scriptsBytes, shellsBytes } = releaseLimits;
  if (files.length > most || sumOf(files) > mostBytes)
    yield `it lists ${files.length} files of ${sizeText(sumOf(files))}, and a release has at most ${most} of ${sizeText(mostBytes)}.`;
  if (ofScripts > scriptsBytes)
    yield `its scripts have ${sizeText(ofScripts)}, and those of a release have at most ${sizeText(scriptsBytes)}.`;
  if (ofShells > shellsBytes)
    yield `its shells have ${sizeText(ofShells)}, and those of a release have at most ${sizeText(shellsBytes)}.`;
  const limits = [
    ['a script', releaseLimits.scriptBytes, scripts],
    ['a stylesheet', releaseLimits.styleBytes, styles],
    ['a source map', SOURCE_MAP_BYTES, maps],
    ['a file of styles', shellLimits.stylesBytes, shells.map((shell) => shell.styles)],
    ['a file of markup', shellLimits.markupBytes, shells.flatMap(({ markups }) => markups.map(({ markup }) => markup))],
  ] as const;
  for (const [what, limit, listed] of limits)
    for (const { file, bytes } of listed)
      if (bytes > limit) yield `${file} has ${sizeText(bytes)}, and ${what} has at most ${sizeText(limit)}.`;
}

/** They turn the text around them, so that a title reads as another one. */
const DIRECTION_MARKS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;

function* describedFaults(release: Release): Generator<readonly [ProblemKind, string]> {
  const { contract, react, entry, scripts, maps, routes, title, description } = release;
  const fit = compatibility(contract);
  // One for a later contract waits for the host that speaks it, which may bring a later React.
  if (fit !== 'fits' && fit !== 'tooNew')
    yield [
      'contract',
      `it is built for contract ${contract}, and this host speaks ${contractText}. Build it against the shared-contracts of today.`,
    ];
  const major = react === undefined ? HOST_REACT_MAJOR : Number(react.split('.')[0]);
  const waits = major > HOST_REACT_MAJOR && (parseContract(contract)?.major ?? 0) > contractVersion.major;
  if (major !== HOST_REACT_MAJOR && !waits)
    yield [
      'react',
      `it is built for React ${react}, and the host gives every remote its React ${HOST_REACT_MAJOR}. Build it for that one.`,
    ];
  const listed = new Set(scripts.map(({ file }) => file));
  for (const { file } of maps)
    if (!listed.has(file.replace(/\.map$/, '')) || !file.endsWith('.map'))
      yield ['file', `its source map ${file} belongs to none of its scripts.`];
  if (!listed.has(entry)) yield ['entry', `its entry ${entry} isn't among its scripts.`];
  else if (entry.includes('/'))
    yield ['entry', `its entry ${entry} lies in a folder, and pages look for the other files beside it.`];
  for (const { path, scripts: preloaded } of routes)
    for (const file of preloaded)
      if (!listed.has(file)) yield ['route', `its route ${path} preloads ${file}, which isn't among its scripts.`];
  for (const text of [title, description, ...routes.map((route) => route.title)])
    if (DIRECTION_MARKS.test(text)) {
      const shown = JSON.stringify(text.replace(DIRECTION_MARKS, '…'));
      yield ['description', `${shown} has a character that turns text around.`];
    }
}

/** Where the request has it as well: tools read the one beside the files. */
async function servedDescriptionProblems({ description, isUploaded, read }: ReleaseSource): Promise<ReleaseProblem[]> {
  if (description === undefined || isUploaded === true) return [];
  const served = await read('release.json', 'description', DESCRIPTION_BYTES).catch(whyUnreadable);
  const todo = 'Upload the whole folder first.';
  if (typeof served === 'string') return [problem('file', `release.json is ${UNUSABLE}: ${served}. ${todo}`)];
  if (served.equals(description)) return [];
  return [problem('file', `release.json there isn't the one of this build. ${todo}`)];
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

async function retryProblems(source: ReleaseSource, { entry, scripts }: Release): Promise<ReleaseProblem[]> {
  const described = scripts.find(({ file }) => file === entry);
  const content = await source.readRetried?.(entry, 'script', described?.bytes ?? 0).catch(whyUnreadable);
  if (content === undefined) return [];
  if (typeof content !== 'string' && described !== undefined && (await isListed(content, described))) return [];
  const reason = typeof content === 'string' ? content : 'it is another file there';
  const todo = `Serve every file below /~1/ to /~${RETRY_ADDRESSES}/ as well, see docs/contract.md.`;
  return [problem('retry', `${entry} can't be retried below /~1/: ${reason}. ${todo}`)];
}
