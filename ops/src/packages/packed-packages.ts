/** What teams of other repositories install. Entry points are the `exports` of the package in this repository. */
export interface PackedPackage {
  /** In this repository. */
  readonly folder: string;
  /** `exports` that are of use in this repository alone. */
  readonly repositoryOnly: readonly string[];
  /** What whoever installs the package brings, besides our own packages that it depends on. */
  readonly peers: Readonly<Record<string, string>>;
  readonly optionalPeers: readonly string[];
  /**
   * Whether its entry points import stylesheets. Node can't, so that it gets a build of its own, with class names
   * alone.
   */
  readonly styled?: true;
  /** Libraries that are packed with the package, each in one file, instead of being installed beside it. */
  readonly bundledLibraries?: readonly string[];
  /** Modules that are run or read by their address, so no import leads to them. */
  readonly modules?: readonly string[];
  /** Commands, by the module that runs. */
  readonly bin?: Readonly<Record<string, string>>;
  /** Pages beside README and change log: by their names in the package, from the repository. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Files and folders that are packed as they are: from the repository, to the package. */
  readonly assets?: readonly { from: string; to: string }[];
}

/** Minor versions of it have broken builds (docs/decisions/0002-federation.md). Other libraries' fit by range. */
export const pinnedLibraries: readonly string[] = ['@module-federation/vite'];

const REACT = { react: '^19.0.0', '@types/react': '^19.0.0' };

export const packedPackages: readonly PackedPackage[] = [
  {
    folder: 'shared-contracts',
    repositoryOnly: [
      './page',
      './team',
      './activities/campaign',
      './activities/contest',
      './activities/draw',
      './activities/report',
      './activities/sharing',
    ],
    peers: REACT,
    optionalPeers: ['react', '@types/react'],
    pages: { 'contract.md': 'docs/contract.md' },
  },
  {
    folder: 'shared-ui',
    repositoryOnly: ['./internal'],
    peers: REACT,
    optionalPeers: ['@types/react'],
    styled: true,
  },
  {
    folder: 'remote-kit',
    repositoryOnly: [
      './browser-floor',
      './check/*',
      './draw-markup',
      './generate-activity',
      './heal-late-chunks',
      './inline-copy',
      './testing/shell-check',
      './used-styles',
    ],
    peers: {
      ...REACT,
      'react-dom': '^19.0.0',
      fastify: '^5.0.0',
      vite: '^8.3.0',
    },
    optionalPeers: ['@types/react', 'fastify'],
    // Below them is a library that names a later Node than ours, which Yarn classic refuses to install.
    bundledLibraries: ['fastify', '@fastify/send'],
    modules: [
      'src/dev/preview-client.ts',
      'src/stand-alone/page.tsx',
      'src/vite/container/container.ts',
      'src/vite/late/load-again.ts',
      'src/vite/late/preload-helper.ts',
    ],
    bin: { 'remote-kit': 'src/cli/main.ts' },
    assets: [
      { from: 'host/dist', to: 'host' },
      { from: 'server/module-check', to: 'module-check' },
      { from: 'remote-kit/template', to: 'template' },
      { from: 'remote-kit/oxlint.json', to: 'oxlint.json' },
    ],
  },
];
