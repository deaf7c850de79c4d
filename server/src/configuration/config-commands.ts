import type { Configuration } from '../configuration/configuration.ts';
import { differences } from '../configuration/differences.ts';
import { fileText, readDocumentFile } from '../configuration/document-file.ts';
import { documentNames, type Version } from '../configuration/documents.ts';
import { changedFields } from '../configuration/stale-change.ts';
import type { CommandHandler } from '../operator/protocol.ts';

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
export const applyDocument: CommandHandler<'config.apply'> = async (
  { name, file, expected, dryRun, by, why },
  { configuration },
) => {
  const { serial, document } = readDocumentFile(file);
  let before = document;
  const change = { by, why, way: 'command' as const, expected: expected ?? serial ?? undefined, dryRun };
  const version = await configuration.change(name, change, (current) => {
    before = current.document;
    return differencesOf(before, document).length === 0 ? before : document;
  });
  return { ...listed(version), differences: differencesOf(before, document) };
};

export const revertDocument: CommandHandler<'config.revert'> = async (
  { name, serial, expected, by, why },
  { configuration },
) => listed(await configuration.revert(name, serial, { by, why, way: 'command', expected }));
