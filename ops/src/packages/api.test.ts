import { readFileSync } from 'node:fs';
import { kitVersion } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRepository } from '../workspace.ts';
import { apiProblems, type ReportedApi, readApis } from './api.ts';

const api: ReportedApi = {
  name: '@fridge/shared-ui',
  folder: 'shared-ui',
  version: '1.1.0',
  written:
    '# API of @fridge/shared-ui as of 1.0.0\n\nWritten by `npm run api` (CONTRIBUTING.md, "Packages").\nexport {}',
  current: 'export {}',
};

describe('an API and its report', () => {
  it('may agree under a later version', () => expect(apiProblems([api])).toEqual([]));

  it('may differ under another version, until the report is written', () =>
    expect(apiProblems([{ ...api, current: 'export const a: 1' }])).toEqual([
      '@fridge/shared-ui: npm run api writes down its new API.',
    ]));

  it('may not differ under one version', () =>
    expect(apiProblems([{ ...api, version: '1.0.0', current: 'export const a: 1' }])).toEqual([
      expect.stringContaining('raise the version in shared-ui/package.json'),
    ]));

  it('need the report first', () => expect(apiProblems([{ ...api, written: null }])).toHaveLength(1));
});

describe('the packages of this repository', () => {
  let apis: ReportedApi[];
  beforeAll(async () => {
    apis = await readApis();
  });

  it('have the API that docs/api tells, or another version', () => expect(apiProblems(apis)).toEqual([]));

  it('say in their change logs what their versions brought', () => {
    for (const { folder, version } of apis)
      expect(readFileSync(inRepository(folder, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
  });

  it('are what a new remote installs', () => {
    const names = v.record(v.string(), v.string());
    const { dependencies, devDependencies } = v.parse(
      v.object({ dependencies: names, devDependencies: names }),
      JSON.parse(readFileSync(inRepository('remote-kit/template/package.json'), 'utf8')),
    );
    expect({ ...dependencies, ...devDependencies }).toMatchObject(
      Object.fromEntries(apis.map(({ name, version }) => [name, version])),
    );
  });

  it("have the kit's major version in every release", () =>
    expect(apis.find(({ folder }) => folder === 'remote-kit')?.version).toMatch(new RegExp(`^${kitVersion.major}\\.`)));
});
