import { describe, expect, it } from 'vitest';
import type { RegistryEntry } from '@fridge/shared-contracts';
import { releaseFiles } from './release-files.ts';

const remote: RegistryEntry = {
  enabled: true, pin: null, title: '', description: '', version: '1', contract: '1.0', requires: [],
  entry: 'https://cdn.example/campaign/remoteEntry-abc.js',
  routes: [], scripts: [],
  styles: [{ file: 'assets/style-1.css', integrity: 'sha384-x', bytes: 1 }],
};
const route = { path: '/', title: '', window: null, scripts: ['remoteEntry-abc.js', 'assets/home-1.js'] };

describe('releaseFiles', () => {
  it('loads the first attempt from where the release stands', () => {
    expect(releaseFiles(remote, route, 0)).toEqual({
      entry: 'https://cdn.example/campaign/remoteEntry-abc.js',
      scripts: ['https://cdn.example/campaign/remoteEntry-abc.js', 'https://cdn.example/campaign/assets/home-1.js'],
      styles: [{ href: 'https://cdn.example/campaign/assets/style-1.css', integrity: 'sha384-x' }],
    });
  });

  it('moves every address of a later attempt, at the root of the origin', () => {
    const { entry, scripts, styles } = releaseFiles(remote, route, 2);
    expect(entry).toBe('https://cdn.example/~2/campaign/remoteEntry-abc.js');
    for (const url of [...scripts, ...styles.map(({ href }) => href)]) expect(new URL(url).pathname).toMatch(/^\/~2\/campaign\//);
  });
});
