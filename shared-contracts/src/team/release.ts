import * as v from 'valibot';
import { versionText } from '../contract/contract-version.ts';
import { textUpTo } from '../contract/fields.ts';
import { relativeFile, releaseFileSchema } from '../contract/route.ts';
import { releaseFields, releaseFiles, releaseVersionSchema, remoteNameSchema } from '../page/registry.ts';

/** Of `release.json` and of what the kit sends to publish it. A host reads its own major version. */
export const kitVersion = { major: 1, minor: 2 } as const;
export const kitText = `${kitVersion.major}.${kitVersion.minor}`;

/** Remotes get the host's React, and one page has only one. */
export const HOST_REACT_MAJOR = 19;

const libraryVersion = v.optional(textUpTo(40));

/** `release.json`; paths are relative to it. */
export const releaseSchema = v.object({
  /** Absent: 1.0. */
  kit: v.optional(versionText, '1.0'),
  name: remoteNameSchema,
  version: releaseVersionSchema,
  ...releaseFields,
  /** The React that it was built against, and the version of its federation plugin. */
  react: libraryVersion,
  federation: libraryVersion,
  entry: relativeFile,
  scripts: v.array(releaseFileSchema),
  styles: v.array(releaseFileSchema),
  /** Every other file: pictures, fonts, `mf-manifest.json`. */
  assets: releaseFiles,
  /** Of scripts, `<script>.map`, for the failures that a team reads. They are kept, and no page gets them. */
  maps: releaseFiles,
  /** For the hall; `null`: the host's picture. */
  picture: v.nullable(releaseFileSchema),
  /** Methods without which the activity can't work. */
  requires: releaseFields.bridge,
});
export type Release = v.InferOutput<typeof releaseSchema>;

/** Of a script's map; the largest script's has far less. */
export const SOURCE_MAP_BYTES = 2 * 1024 * 1024;

/** What a release keeps of a script's map: no source text. */
export const sourceMapSchema = v.object({
  version: v.literal(3),
  sources: v.array(v.string()),
  names: v.array(v.string()),
  mappings: v.string(),
});

/** Of calls of other teams. @param team that holds the name, if one does */
export function foreignCallTexts({ name, calls }: Pick<Release, 'name' | 'calls'>, team: string | null): string[] {
  const rule = team === null ? `${name} belongs to no team` : `${team} has calls below /team/${team}/ only`;
  return calls
    .filter((call) => call.startsWith('/team/') && call.split('/')[2] !== team)
    .map((call) => `its call ${call} is another team's: ${rule}.`);
}
