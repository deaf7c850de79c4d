import {
  type ActivityModule,
  isActivityModule,
  isCompatible,
  type RegistryEntry,
  type RouteEntry,
  type Screen,
} from '@fridge/shared-contracts';
import type { FederationPort } from './federation.ts';
import { phaseLimits } from './limits.ts';
import { releaseUrls } from './release-urls.ts';
import type { AttachedStyles } from './stylesheets.ts';
import { TIMED_OUT, within } from './within.ts';

export type FailureKind = 'failed' | 'timeout' | 'incompatible' | 'crash';

export type LoadedScreen = { ok: true; Screen: Screen; styles: AttachedStyles } | { ok: false; kind: FailureKind };

export type ScreenLoaderParts = {
  federation: FederationPort;
  attachStyles: (sheets: readonly { href: string; integrity: string | null }[]) => AttachedStyles;
  preloadModules: (urls: readonly string[]) => void;
  /** Origins that code may come from; an entry from anywhere else is refused before it is fetched. */
  remoteOrigins: readonly string[];
};

export interface ScreenLoader {
  /**
   * Loads the screen of a route: check the contract, ask for everything at once, then entry, activity module and
   * screen, each within its bound. Never rejects. After a failure the next call starts over below a new address.
   */
  load(name: string, remote: RegistryEntry, route: RouteEntry): Promise<LoadedScreen>;
  /** The mounted screen crashed: the next load takes fresh modules. */
  discard(name: string): void;
}

export function createScreenLoader(parts: ScreenLoaderParts): ScreenLoader {
  const activities = new Map<string, { entry: string; module: ActivityModule }>();
  const attempts = new Map<string, number>();

  return {
    async load(name, remote, route) {
      if (!isCompatible(remote.contract)) return { ok: false, kind: 'incompatible' };
      if (!parts.remoteOrigins.includes(new URL(remote.entry).origin)) return { ok: false, kind: 'failed' };
      const loaded = await attempt(name, remote, route, attempts.get(name) ?? 0).catch((): LoadedScreen => ({ ok: false, kind: 'failed' }));
      if (!loaded.ok) this.discard(name);
      return loaded;
    },
    discard(name) {
      activities.delete(name);
      attempts.set(name, (attempts.get(name) ?? 0) + 1);
    },
  };

  async function attempt(name: string, remote: RegistryEntry, route: RouteEntry, number: number): Promise<LoadedScreen> {
    const urls = releaseUrls(remote, route, number);
    parts.preloadModules(urls.scripts);
    const styles = parts.attachStyles(urls.styles);
    const stylesInTime = within(styles.ready, phaseLimits.styles);
    const fail = (kind: FailureKind): LoadedScreen => {
      styles.detach();
      return { ok: false, kind };
    };
    try {
      const activity = await within(loadActivity(name, urls.entry, number), phaseLimits.entry);
      if (activity === TIMED_OUT) return fail('timeout');
      if (activity === null) return fail('failed');
      if (!isCompatible(activity.contract)) return fail('incompatible');
      const loadCode = activity.screens[route.path];
      if (!loadCode) return fail('failed');
      const code = await within(loadCode(), phaseLimits.screen);
      if (code === TIMED_OUT) return fail('timeout');
      if (!isScreenModule(code)) return fail('failed');
      const styled = await stylesInTime;
      if (styled === TIMED_OUT) return fail('timeout');
      return styled ? { ok: true, Screen: code.default, styles } : fail('failed');
    } catch {
      return fail('failed');
    }
  }

  async function loadActivity(name: string, entry: string, number: number): Promise<ActivityModule | null> {
    const known = activities.get(name);
    if (known?.entry === entry) return known.module;
    const exposed = await parts.federation.loadActivity(uniqueName(name, entry, number), entry);
    const module = defaultExport(exposed);
    if (!isActivityModule(module)) return null;
    activities.set(name, { entry, module });
    return module;
  }
}

/** A name per release and attempt: under one name the runtime would answer with what it loaded before. */
function uniqueName(name: string, entry: string, attempt: number): string {
  return `${name}_${entry.replace(/\W+/g, '_')}_${attempt}`;
}

function defaultExport(exposed: unknown): unknown {
  return typeof exposed === 'object' && exposed !== null && 'default' in exposed ? exposed.default : null;
}

function isScreenModule(code: unknown): code is { default: Screen } {
  const screen = defaultExport(code);
  return typeof screen === 'function' || (typeof screen === 'object' && screen !== null && '$$typeof' in screen);
}
