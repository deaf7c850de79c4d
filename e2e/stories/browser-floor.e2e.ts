import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { browserFloor } from '@fridge/remote-kit/browser-floor';
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

/** Polyfilled by `host/src/lib/older-engines.ts`. */
const polyfilled = ['ArrayPrototypeAt', 'ObjectHasOwn'];

/** Runs es-check, which parses each script and compares what it uses with what the engines of the floor support. */
function checkScripts(folder: string): string {
  const engines = browserFloor.map((engine) => engine.replace(/[\d.]+$/, ' $&')).join(', ');
  const options = ['--module', '--checkFeatures', `--browserslistQuery=${engines}`, `--ignore=${polyfilled.join(',')}`];
  const { stdout, stderr } = spawnSync(
    'npx',
    ['--no', 'es-check', 'checkBrowser', ...options, `${folder}/dist/**/*.js`],
    { cwd: repository, encoding: 'utf8' },
  );
  return stdout + stderr;
}

for (const folder of packages) {
  test(`what is built of ${folder} asks nothing of an engine that the browser floor lacks`, async () => {
    const [host, own, code] = await Promise.all([
      builtFiles('host', '.css'),
      builtFiles(folder, '.css'),
      builtFiles(folder, '.js'),
    ]);
    expect(own.join('').length).toBeGreaterThan(1_000);
    expect(belowFloorCss(folder === 'host' ? host : [...host, ...own])).toEqual([]);
    expect(code.flatMap(belowFloorJs)).toEqual([]);
    expect(checkScripts(folder)).toContain('ES-Check passed');
  });

  test(`what is built of ${folder} has nothing of React for development`, async () => {
    const code = await builtFiles(folder, '.js');
    expect(code.filter((script) => /\bjsxDEV\b/.test(script))).toEqual([]);
  });

  test(`what is built of ${folder} keeps phrases whole only where a rule tells where a line may end`, async () => {
    const rules = (await builtFiles(folder, '.css')).flatMap(
      (css) => css.match(/[^{}]*\{[^{}]*keep-all[^{}]*\}/g) ?? [],
    );
    // Shells have rules of the same stylesheet, under short names.
    for (const rule of rules) expect(rule).toMatch(/phrases|whole|\[data-shell=/);
  });
}

/** What each built script imports as it starts. */
async function importsOf(folder: string): Promise<Map<string, string[]>> {
  const assets = join(repository, folder, 'dist/assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const read = async (name: string) =>
    [...(await readFile(join(assets, name), 'utf8')).matchAll(/(?:from|import)"\.\/([^"]+)"/g)].map(
      ([, file = '']) => file,
    );
  return new Map(await Promise.all(names.map(async (name) => [name, await read(name)] as const)));
}

for (const folder of packages) {
  test(`no two scripts of ${folder} need each other before either has run`, async () => {
    const imports = await importsOf(folder);
    const circles = [...imports].flatMap(([name, needed]) =>
      needed.filter((other) => imports.get(other)?.includes(name)).map((other) => `${name} <-> ${other}`),
    );
    expect(imports.size).toBeGreaterThan(1);
    expect(circles).toEqual([]);
  });
}
