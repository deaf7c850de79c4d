import { describe, expect, it } from 'vitest';
import type { WindowState } from '../contract/windows.ts';
import { hallEntries } from './hall.ts';
import { parseRegistry, readPageRegistry } from './registry.ts';

const remote = { enabled: true, title: '活动', description: '说明', entry: 'http://localhost:4171/remoteEntry.js' };
const remotesOf = (remotes: Record<string, unknown>) => parseRegistry({ version: 1, remotes })?.remotes ?? {};

describe('hallEntries', () => {
  const windowStates: Record<string, WindowState> = { campaign2023: 'notStarted', contest: 'ended' };
  const stateOf = (period: string) => windowStates[period] ?? 'open';

  it('have title, description and first route, without activities that are switched off or fit another host', () => {
    const entries = hallEntries(
      remotesOf({
        campaign2023: { ...remote, routes: [{ path: '/', window: 'campaign2023' }, '/open'] },
        draw: { ...remote, enabled: false, routes: ['/draw'] },
        picnic: { ...remote, contract: '4.0', routes: ['/picnic'] },
        past: { ...remote, contract: '2.0', routes: ['/past'] },
        contest: {
          ...remote,
          entry: 'http://localhost:4171/1.2.0/remoteEntry.js',
          routes: [{ path: '/works', window: 'contest' }],
          picture: { file: 'assets/hall-1.svg', integrity: `sha384-${'A'.repeat(64)}`, bytes: 1 },
        },
      }),
      stateOf,
    );
    expect(entries).toEqual([
      { name: 'campaign2023', title: '活动', description: '说明', path: '/', state: 'notStarted', picture: null },
      {
        name: 'contest',
        title: '活动',
        description: '说明',
        path: '/works',
        state: 'ended',
        picture: 'http://localhost:4171/1.2.0/assets/hall-1.svg',
      },
    ]);
  });

  it('tell what the page knows of a remote without its entry, and leave out one of which it knows too little', () => {
    const card = { title: '野餐', description: '', picture: 'https://picnic.example/hall.svg' };
    const known = { version: '1.0.0', routes: [{ path: '/picnic', window: 'contest' }] };
    const { registry } = readPageRegistry({ version: 1, remotes: { picnic: { ...known, card }, far: known } }) ?? {};
    expect(registry && hallEntries(registry.remotes, stateOf)).toEqual([
      { name: 'picnic', ...card, path: '/picnic', state: 'ended' },
    ]);
  });

  it('takes a route without a window for open', () => {
    expect(hallEntries(remotesOf({ yearreport: { ...remote, routes: ['/yearReport'] } }), () => 'ended')).toMatchObject(
      [{ state: 'open' }],
    );
  });

  it('are empty for an empty registry', () => expect(hallEntries({}, stateOf)).toEqual([]));

  it.each<[WindowState[], string]>([
    [['open', 'open', 'open'], 'a0 a1 a2'],
    [['ended', 'open', 'notStarted'], 'a1 a2 a0'],
    [['notStarted', 'ended', 'notStarted', 'open'], 'a3 a0 a2 a1'],
  ])('are open first, ended last: %j', (given, expected) => {
    const remotes = Object.fromEntries(
      given.map((state, at) => [`a${at}`, { ...remote, routes: [{ path: `/a${at}`, window: state }] }]),
    );
    const entries = hallEntries(remotesOf(remotes), (name) => name as WindowState); // the windows are named so
    expect(entries.map(({ name }) => name).join(' ')).toBe(expected);
  });
});
