import { mkdir, readFile, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor';
import { builtPath } from './built-path.ts';
import type { WrittenPackage } from './pack.ts';
import { isModule, packedEntries } from './source-package.ts';

/** What the analysis would print on the console. */
const silent = { default: { logLevel: ExtractorLogLevel.None, addToApiReportFile: false } };

/** The head that tells how to work with the analysis, and its foot. */
const FRAME = /^[\s\S]*?```ts\s*|\/\/ \(No @packageDocumentation comment for this package\)\s*(?=```)/g;

/**
 * Describes what each entry point exports, as TypeScript sees it: one text for each package, by its folder.
 * @param folder for files of the analysis; the packages stand beside it
 */
export async function apiReports(
  packages: readonly WrittenPackage[],
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  for (const { name, target } of packages) {
    const link = join(dirname(target), 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(target, link, 'dir');
  }
  await mkdir(folder, { recursive: true });
  const entries = packages.flatMap((source) =>
    packedEntries(source)
      .filter(([, file]) => isModule(file))
      .map(([name, file]) => ({ source, title: source.name + name.slice(1), config: configOf(source, file, folder) })),
  );
  const [first, ...others] = entries.map(({ config }) => config);
  if (first === undefined) return new Map();
  const compilerState = CompilerState.create(first, {
    additionalEntryPoints: others.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath),
  });
  const reports = new Map<string, string>();
  for (const { source, title, config } of entries) {
    Extractor.invoke(config, { compilerState, localBuild: true, messageCallback: (each) => (each.handled = true) });
    const code = (await readFile(config.reportFilePath, 'utf8')).replace(FRAME, '');
    reports.set(source.folder, `${reports.get(source.folder) ?? ''}\n## ${title}\n\n\`\`\`ts\n${code.trimEnd()}\n`);
  }
  return reports;
}

function configOf(source: WrittenPackage, file: string, folder: string): ExtractorConfig {
  const entry = join(source.target, `${builtPath(source, `${source.folder}/${file}`)}.d.ts`);
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    types: ['node'],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: true,
    noEmit: true,
    // Else a package of ours that another imports would count as a part of it.
    preserveSymlinks: true,
  };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: source.target,
      mainEntryPointFilePath: entry,
      newlineKind: 'lf',
      compiler: { overrideTsconfig: { compilerOptions, files: [entry] } },
      apiReport: {
        enabled: true,
        reportFileName: `${source.folder}-${file.replaceAll(/\W+/g, '-')}.api.md`,
        reportFolder: folder,
        reportTempFolder: join(folder, 'new'),
        includeForgottenExports: true,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: silent, extractorMessageReporting: silent, tsdocMessageReporting: silent },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(source.target, 'package.json'),
  });
}
