import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Debian with what the stand-ins' images run; its Node is too old, so this machine's own is put in. */
const PACKAGES = ['libstdc++6', 'nginx-light', 'libnginx-mod-http-brotli-static', 'postgresql-15'];
const NODE_MODULES = '/usr/lib/node_modules';
/** Large, and used by nothing here: LLVM compiles long queries. */
const LEFT_OUT = [
  'share/doc',
  'share/man',
  'share/locale',

  'lib/*/libLLVM-*',
  'lib/postgresql/15/lib/bitcode',
];
const LIMIT_MS = 5 * 60_000;

/** @param file a tar archive of a root file system that `docker import` takes */
export async function makeBase(file: string): Promise<void> {
  const npm = '../lib/node_modules/npm/bin/npm-cli.js';
  const hooks = [
    `copy-in ${process.execPath} /usr/bin`,
    `mkdir -p "$1${NODE_MODULES}"`,
    `copy-in ${dirname(process.execPath)}/../lib/node_modules/npm ${NODE_MODULES}`,
    `ln -s ${npm} "$1/usr/bin/npm"`,
    // Inside there is no network: what images install is here already.
    'rm "$1/etc/apt/sources.list"',
  ];
  await promisify(execFile)(
    'mmdebstrap',
    [
      '--quiet',
      '--variant=minbase',
      '--aptopt=Apt::Install-Recommends "false"',
      `--include=${PACKAGES.join()}`,
      '--dpkgopt=force-unsafe-io',
      ...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=/usr/${path}*`),
      ...hooks.map((hook) => `--customize-hook=${hook}`),
      'bookworm',
      file,
    ],
    { timeout: LIMIT_MS, maxBuffer: 1 << 26 },
  );
}
