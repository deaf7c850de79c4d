/** Where hosts of other builds look for it (module-federation.io). */
export const FEDERATION_MANIFEST = 'mf-manifest.json';

/** What a release's build knows of itself; files are relative to the entry. */
type BuiltRemote = {
  name: string;
  /** As declared: the manifest's own hash is part of the release's. */
  version: string;
  entry: string;
  /** Of the federation plugin. */
  federation: string;
  react: string;
  /** Packages of the host, at React's version. */
  shared: readonly string[];
  /** Needed before any screen. */
  scripts: readonly string[];
  /** Of single screens, and what these load later. */
  lateScripts: readonly string[];
  styles: readonly string[];
};

/**
 * Describes the container to hosts that know nothing of `release.json`, as `@module-federation/vite` does. The plugin's
 * own manifest leaves out the stylesheet, and names a server's entry and chunks that aren't there.
 */
export const federationManifest = (built: BuiltRemote) => ({
  id: built.name,
  name: built.name,
  metaData: {
    name: built.name,
    type: 'app',
    buildInfo: { buildVersion: built.version, buildName: built.name },
    remoteEntry: { name: built.entry, path: '', type: 'module' },
    types: { path: '', name: '' },
    globalName: built.name,
    pluginVersion: built.federation,
    publicPath: 'auto',
  },
  shared: built.shared.map((name) => ({
    id: `${built.name}:${name}`,
    name,
    version: built.react,
    singleton: true,
    requiredVersion: built.react,
    assets: assets([], [], []),
  })),
  remotes: [],
  exposes: [
    {
      id: `${built.name}:activity`,
      name: 'activity',
      path: './activity',
      assets: assets(built.scripts, built.lateScripts, built.styles),
    },
  ],
});

const assets = (sync: readonly string[], late: readonly string[], styles: readonly string[]) => ({
  js: { sync, async: late },
  css: { sync: styles, async: [] },
});
