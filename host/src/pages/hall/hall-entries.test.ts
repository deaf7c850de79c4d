import type { WindowState } from '@fridge/shared-contracts';
import { parseRegistry, type Registry } from '@fridge/shared-contracts/host';
import { describe, expect, it } from 'vitest';
import { byState, hallEntries } from './hall-item.tsx';

const remote = { enabled: true, title: '活动', description: '说明', entry: 'http://localhost:4171/remoteEntry.js' };
const registry = (remotes: Record<string, unknown>) => parseRegistry({ version: 1, remotes }) as Registry; // the fixtures fit the schema

describe('hallEntries', () => {
  const states: Record<string, WindowState> = { campaign2023: 'notStarted', contest: 'ended' };
  const stateOf = (period: string) => states[period] ?? 'open';

  it('have title, description and first route, without disabled activities', () => {
    const entries = hallEntries(registry({
      campaign2023: { ...remote, routes: [{ path: '/', window: 'campaign2023' }, '/open'] },
      draw: { ...remote, enabled: false, routes: ['/draw'] },
      contest: {
        ...remote,
        entry: 'http://localhost:4171/1.2.0/remoteEntry.js',
        routes: [{ path: '/works', window: 'contest' }],
        picture: { file: 'assets/hall-1.svg', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 },
      },
    }), stateOf);
    expect(entries).toEqual([
      { name: 'campaign2023', title: '活动', description: '说明', path: '/', state: 'notStarted', picture: null },
      { name: 'contest', title: '活动', description: '说明', path: '/works', state: 'ended', picture: 'http://localhost:4171/1.2.0/assets/hall-1.svg' },
    ]);
  });

  it('takes a route without a window for open', () => {
    expect(hallEntries(registry({ yearreport: { ...remote, routes: ['/yearReport'] } }), () => 'ended')).toMatchObject([{ state: 'open' }]);
  });

  it('are empty for an empty registry', () => expect(hallEntries(registry({}), stateOf)).toEqual([]));
});

describe('byState', () => {
  it.each<[WindowState[], string]>([
    [['open', 'open', 'open'], '012'],
    [['ended', 'open', 'notStarted'], '120'],
    [['notStarted', 'ended', 'notStarted', 'open'], '3021'],
    [[], ''],
  ])('%j', (states, order) => {
    const entries = states.map((state, place) => ({ name: String(place), title: '', description: '', path: '/', state, picture: null }));
    expect(byState(entries).map(({ name }) => name).join('')).toBe(order);
  });
});
