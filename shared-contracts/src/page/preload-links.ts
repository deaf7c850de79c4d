import { REMOTE_ATTRIBUTE, RUNTIME_FREE_ATTRIBUTE } from './page-blocks.ts';
import type { RouteMatch } from './registry.ts';

/** Attributes of the links that ask for the modules and stylesheets of a route, the entry's first. */
export function linksOfRoute({ name, remote, route }: RouteMatch): Record<string, string>[] {
  const absolute = (file: string) => new URL(file, new URL('.', remote.entry)).href;
  const scripts = new Set(route.scripts.map(absolute));
  scripts.delete(remote.entry);
  const marks = { [REMOTE_ATTRIBUTE]: name, ...(remote.runtimeFree && { [RUNTIME_FREE_ATTRIBUTE]: '' }) };
  return [
    { rel: 'modulepreload', href: remote.entry, ...marks }, // for the host's start-remote.ts
    ...[...scripts].map((href) => ({ rel: 'modulepreload', href })),
    ...remote.styles.map(({ file, integrity }) => ({ rel: 'preload', as: 'style', href: absolute(file), integrity })),
  ];
}
