import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { belowFloorCss, belowFloorJs } from '@fridge/remote-kit/testing/browser-floor-check';
import { expect, test } from '@playwright/test';

const repository = resolve(import.meta.dirname, '../..');
/** What users' browsers load. */
const packages = ['host', 'remote-campaign2023', 'remote-draw', 'remote-contest', 'remote-yearreport'] as const;

async function builtFiles(folder: string, extension: string): Promise<string[]> {
  const dist = join(repository, folder, 'dist');
  const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith(extension));
  return Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')));
}

for (const folder of packages) {
  test(`what is built of ${folder} asks nothing of an engine that the browser floor lacks`, async () => {
    const [host, own, code] = await Promise.all([builtFiles('host', '.css'), builtFiles(folder, '.css'), builtFiles(folder, '.js')]);
    expect(own.join('').length).toBeGreaterThan(1_000);
    expect(belowFloorCss(folder === 'host' ? host : [...host, ...own])).toEqual([]);
    expect(code.flatMap(belowFloorJs)).toEqual([]);
  });

  test(`what is built of ${folder} keeps phrases whole in one place, which tells where a line may end`, async () => {
    const rules = (await builtFiles(folder, '.css')).flatMap((css) => css.match(/[^{}]*\{[^{}]*keep-all[^{}]*\}/g) ?? []);
    for (const rule of rules) expect(rule).toMatch(/phrases/);
  });
}
