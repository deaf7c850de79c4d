import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { textOf } from '@fridge/server/storage/text';
import { inRepository } from '../workspace.ts';
import { apiReports } from './api-report.ts';
import { withTypes } from './pack.ts';

/** What `docs/api/` says of a package, and what its code says now. */
export interface ReportedApi {
  readonly name: string;
  readonly folder: string;
  /** Of its `package.json`. */
  readonly version: string;
  /** `null` when there is none yet. */
  readonly written: string | null;
  readonly current: string;
}

const reportPath = (folder: string): string => inRepository('docs', 'api', `${folder}.api.md`);

/** The report that `docs/api/` has to hold: it changes with the API, by a version that it hadn't. */
const reportOf = ({ name, version, current }: ReportedApi): string =>
  `# API of ${name} as of ${version}\n\nWritten by \`npm run api\` (CONTRIBUTING.md, "Packages").\n${current}`;

type ApiState = 'unchanged' | 'changed' | 'changedWithoutVersion';

/** Compares a package's API with its report. A version without a change of the API is fine. */
function apiState(api: ReportedApi): ApiState {
  const reported = /^# API of \S+ as of (\S+)/.exec(api.written ?? '')?.[1];
  if (reported === undefined) return 'changed';
  if (reportOf({ ...api, version: reported }) === api.written) return 'unchanged';
  return reported === api.version ? 'changedWithoutVersion' : 'changed';
}

/** What to do about packages whose API isn't as reported; none when all are. */
export const apiProblems = (apis: readonly ReportedApi[]): string[] =>
  apis.flatMap((api) => {
    const state = apiState(api);
    if (state === 'unchanged') return [];
    return [state === 'changed' ? `${api.name}: npm run api writes down its new API.` : withoutVersion(api)];
  });

const withoutVersion = ({ name, folder, version }: ReportedApi) =>
  `The API of ${name} changed, and its version is still ${version}: raise the version in ${folder}/package.json, say what changed in ${folder}/CHANGELOG.md, then npm run api.`;

/** Reads the APIs of all packages; takes seconds. */
export const readApis = (): Promise<ReportedApi[]> =>
  withTypes(async (packages) => {
    const [first] = packages;
    const reports = await apiReports(packages, join(dirname(first?.target ?? ''), 'api'));
    return packages.map(({ name, folder, version }) => ({
      name,
      folder,
      version,
      written: textOf(reportPath(folder)),
      current: reports.get(folder) ?? '',
    }));
  });

/**
 * Writes the reports of packages whose API changed.
 * @throws when one changed without a version
 */
export async function writeApiReports(print: (line: string) => void): Promise<void> {
  const apis = await readApis();
  const refused = apis.filter((api) => apiState(api) === 'changedWithoutVersion');
  if (refused.length > 0) throw new Error(refused.map(withoutVersion).join('\n'));
  for (const api of apis.filter((each) => apiState(each) === 'changed')) {
    const path = reportPath(api.folder);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, reportOf(api));
    print(`${path} tells the API of ${api.name} ${api.version}.`);
  }
}
