import { describe, expect, it } from 'vitest';
import { parseRegistry } from '@fridge/shared-contracts';
import { opensPath } from './opens-path.ts';

const remote = (routes: string[], enabled: boolean) => ({ enabled, title: '活动', description: '', routes, entry: 'http://localhost:4171/remoteEntry.js' });
const registry = parseRegistry({ version: 1, remotes: { campaign2023: remote(['/'], true), draw: remote(['/draw'], false) } });
if (!registry) throw new Error('The fixture fits the schema.');

describe('opensPath', () => {
  it.each([['/', true], ['/default', true], ['/draw', false], ['/yearReport', false], ['/constructor', false]])('%s: %s', (path, opens) => {
    expect(opensPath({ kind: 'ready', registry }, path)).toBe(opens);
  });

  it('knows only the host while there is no registry', () => {
    expect(opensPath({ kind: 'unavailable' }, '/')).toBe(false);
    expect(opensPath({ kind: 'reading' }, '/share')).toBe(true);
  });
});
