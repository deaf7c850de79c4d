import type { PackedPackage } from './packed-packages.ts';

/**
 * Where a file stands in a package, a module without its extension: source below `dist/`, another package's source,
 * which is bundled in, below `dist/bundled/`, anything else where it is.
 * @param path from the repository
 */
export function builtPath({ folder }: Pick<PackedPackage, 'folder'>, path: string): string {
  const source = path.replace(/(?:\.d)?\.tsx?$/, '');
  if (source.startsWith(`${folder}/src/`)) return source.replace(`${folder}/src/`, 'dist/');
  if (source.startsWith(`${folder}/`)) return source.replace(`${folder}/`, '');
  return `dist/bundled/${source.replace('/src/', '/')}`;
}

/** Where tools show a module's source, which its source map holds. */
export function shownPath({ folder }: Pick<PackedPackage, 'folder'>, path: string): string {
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
}
