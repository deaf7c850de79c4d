import { listDraw } from '../activities/draw/list-draw.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { type Difference, differences } from '../configuration/differences.ts';
import { fileText, readDocumentFile } from '../configuration/document-file.ts';
import { ChangeRefused, type DocumentName, documentNames, type Version } from '../configuration/documents.ts';
import { changedFields } from '../configuration/stale-change.ts';
import type { CommandHandler } from '../operator/protocol.ts';
import type { Services } from '../services.ts';
import { levelsOf } from './draw-document.ts';
import { shareLines } from './draw-to-confirm.ts';
import { requireConfirmed } from './to-confirm.ts';

const listed = ({ name, serial, changedBy, why, way, changedAt, reverts }: Version) => ({
  name,
  serial,
  by: changedBy,
  why,
  way,
  at: changedAt,
  reverts,
});

export const listConfiguration: CommandHandler<'config.list'> = async (_request, { configuration, files }) =>
  documentNames.map((name) => ({
    ...listed(configuration.current(name)),
    unfit: configuration.unfit(name),
    fileRefused: files.refusal(name),
  }));

export const showVersion: CommandHandler<'config.show'> = async ({ name, serial }, { configuration }) => {
  const version = serial === undefined ? configuration.current(name) : await configuration.read(name, serial);
  return { ...listed(version), document: version.document, file: fileText(version) };
};

/** From the version before to the one in force; from `from` to the one in force; from `from` to `to`. */
export const diffVersions: CommandHandler<'config.diff'> = async ({ name, from, to }, { configuration }) => {
  const after = to === undefined ? configuration.current(name) : await configuration.read(name, to);
  const before = from === undefined ? await versionBefore(configuration, after) : await configuration.read(name, from);
  return { from: before.serial, to: after.serial, differences: differencesOf(before.document, after.document) };
};

async function versionBefore(configuration: Configuration, version: Version): Promise<Version> {
  const [before] = await configuration.history(version.name, { before: version.serial, limit: 1 });
  return before ?? version;
}

const differencesOf = (before: string, after: string) => differences(JSON.parse(before), JSON.parse(after));

export const listHistory: CommandHandler<'config.history'> = async ({ name, before, limit }, { configuration }) => {
  const found = await configuration.history(name, { before, limit: limit + 1 });
  const versions = found
    .slice(0, limit)
    .map((version, index) => ({ ...listed(version), fields: changedFields(version, found[index + 1] ?? null) }));
  return { versions, next: found.length > limit ? (versions.at(-1)?.serial ?? null) : null };
};

/** A file's serial, unless another is expected, is what it was made from. */
export const applyDocument: CommandHandler<'config.apply'> = async (request, services) => {
  const { name, file, replace, dryRun, confirmed, by, why } = request;
  const { serial, document } = readDocumentFile(file);
  const expected = request.expected ?? serial ?? undefined;
  let before = document;
  const change = { by, why, way: 'command' as const, expected, dryRun, confirmed };
  const version = await services.configuration.change(name, change, (current) => {
    before = current.document;
    const differing = differencesOf(before, document);
    if (differing.length === 0) return before;
    if (expected === undefined && !replace) throw withoutSerial(current, differing);
    requireConfirmed(slipsOf(name, { before, after: document }, services), confirmed);
    return document;
  });
  const shares = await sharesOf(name, { before, after: document }, services);
  return { ...listed(version), differences: differencesOf(before, document), shares };
};

const LOSSES_NAMED = 10;

/** A whole document takes away what others wrote since its file was made. */
function withoutSerial({ name, serial }: Version, found: readonly Difference[]): ChangeRefused {
  const lost = found.filter(({ before }) => before !== undefined);
  const lines = lost.slice(0, LOSSES_NAMED).map(({ path, before }) => `  ${path}: ${JSON.stringify(before)}`);
  return new ChangeRefused(
    [
      `The file has no serial, and would replace all of ${name} ${serial}. Nothing was changed.`,
      ...(lost.length === 0 ? [] : ['What is in force, and would be lost:', ...lines]),
      ...(lost.length > LOSSES_NAMED ? [`  and ${lost.length - LOSSES_NAMED} more`] : []),
      `Change the file that config show ${name} --file FILE writes and apply that, or replace all of it with --replace.`,
    ].join('\n'),
  );
}

export const revertDocument: CommandHandler<'config.revert'> = async (request, services) => {
  const { name, serial, expected, confirmed, by, why } = request;
  const { configuration } = services;
  const before = configuration.current(name).document;
  const { document: after } = await configuration.read(name, serial);
  requireConfirmed(slipsOf(name, { before, after }, services), confirmed);
  const version = await configuration.revert(name, serial, { by, why, way: 'command', expected, confirmed });
  return { ...listed(version), shares: await sharesOf(name, { before, after }, services) };
};

type Texts = { before: string; after: string };

/** Windows that a change closes for good: with the defaults that they lie over, which no document knows. */
function slipsOf(name: DocumentName, { before, after }: Texts, { settings }: Pick<Services, 'settings'>): string[] {
  if (name !== 'settings') return [];
  const former = new Set(settings.check(before).neverOpen);
  return settings.check(after).neverOpen.filter((line) => !former.has(line));
}

/** Of all draws, for each prize whose share changes. */
async function sharesOf(name: DocumentName, { before, after }: Texts, { queries }: Pick<Services, 'queries'>) {
  const levels = name === 'draw' ? levelsOf(JSON.parse(after)) : null;
  if (levels === null) return [];
  return shareLines(levelsOf(JSON.parse(before)), levels, (await listDraw(queries)).outcomes);
}
