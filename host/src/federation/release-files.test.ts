import { describe, expect, it } from 'vitest';
import { releaseFiles } from './release-files.ts';

const remote = {
  entry: 'https://cdn.example/campaign/remoteEntry-abc.js',
  styles: [{ file: 'assets/style-1.css', integrity: 'sha384-x', bytes: 1 }],
};
const route = { scripts: ['remoteEntry-abc.js', 'assets/home-1.js'] };

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
