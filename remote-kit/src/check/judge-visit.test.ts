import { describe, expect, it } from 'vitest';
import { judgeVisit } from './judge-visit.ts';
import { type Observation, viewSizes } from './observation.ts';

const clean: Observation = {
  route: '/picnic',
  household: 'user',
  size: viewSizes.usual,
  byHashLink: false,
  shownAt: '/picnic',
  opened: 'open',
  hung: false,
  failures: [],
  crash: null,
  errors: [],
  calls: [{ id: '/team/picnic/list', owner: 'user', outcome: 'answered' }],
  appCalls: ['getUserInfo'],
  refused: [],
  foreign: [],
  patched: ['added window.__FEDERATION__', 'added window.companion', 'changed window.ontouchstart'],
  leftovers: [],
  shift: { score: 0.09, moved: [] },
  outsideStyles: [],
  violations: [],
  smallTargets: [],
  busy: false,
  tooWide: null,
  tooWideDoubled: null,
  left: true,
  cameAgain: true,
  wentBack: true,
};
const release = { bridge: ['getUserInfo'], namedMethods: ['getUserInfo', 'choosePhotos'] };
const judge = (change: Partial<Observation>) =>
  judgeVisit({ ...clean, ...change }, release).map(({ level, rule, what }) => `${level} ${rule}: ${what}`);

it('finds nothing in a screen that keeps the contract', () => expect(judge({})).toEqual([]));

describe('a visit', () => {
  it.each<[string, Partial<Observation>, string]>([
    ['without screen and failure', { opened: 'waiting' }, "fault opening: the screen doesn't come"],
    [
      'of a page that hangs',
      { hung: true, left: false },
      "fault opening: the page stops answering: its code doesn't come to an end",
    ],
    ['that leads on', { shownAt: '/other' }, 'note opening: it leads on to /other'],
    ['that stays busy', { busy: true }, 'fault busy: the screen is still busy'],
    [
      'of a screen that never resolves',
      { opened: 'failed', failures: [{ phase: 'render', reason: 'timeout', part: 'opening' }] },
      'fault opening: the screen suspends and never resolves',
    ],
    [
      'of a screen that draws nothing',
      { opened: 'failed', failures: [{ phase: 'render', reason: 'missing', part: 'opening' }] },
      'fault opening: the screen draws neither an element nor a text',
    ],
    [
      'of a screen that throws',
      {
        opened: 'failed',
        crash: 'Error: no prizes',
        failures: [{ phase: 'render', reason: 'threw', part: 'opening' }],
      },
      'fault opening: the screen throws while it is drawn: Error: no prizes',
    ],
    [
      'whose screen throws as it is left',
      { failures: [{ phase: 'render', reason: 'threw', part: 'leaving' }] },
      'fault leaving: it throws while it is left',
    ],
    [
      'with a method of the app that is not listed',
      { failures: [{ phase: 'call', reason: 'undeclared', part: 'opening' }] },
      'fault bridge: it calls choosePhotos of the app',
    ],
    [
      'with a value that the host ignores',
      { failures: [{ phase: 'shell', reason: 'malformed', part: 'opening' }] },
      "fault services: it hands the host a value that doesn't fit the contract",
    ],
    [
      'with an error',
      { errors: [{ text: 'Error: late', part: 'leaving' }] },
      "fault leaving: while it is left an error isn't caught: Error: late",
    ],
    ['that is not left by a link', { left: false }, "fault leaving: a link to the hall doesn't lead there"],
    ['that is not opened again', { cameAgain: false }, "fault again: after leaving, the browser's back"],
    ['that back does not leave', { wentBack: false }, "fault back: the header's back doesn't leave the screen"],
    [
      'with a call that is not listed',
      { calls: [{ id: '/activity/x', owner: 'user', outcome: 'undeclared' }] },
      "fault calls: it calls /activity/x, which the release doesn't list",
    ],
    [
      'with a request of its own to the API',
      { calls: [{ id: '/activity/x', owner: null, outcome: 'unsigned' }] },
      'fault calls: it asks /activity/x of the API by itself',
    ],
    [
      'with a call that has no answer',
      { calls: [{ id: '/activity/x', owner: 'user', outcome: 'unprepared' }] },
      'note answers: stand-alone/answers.ts has no answer for /activity/x',
    ],
    [
      'with a patched global',
      { patched: ['changed Array.prototype.at'] },
      'fault globals: it changes Array.prototype.at',
    ],
    ['with a global of its own', { patched: ['added window.picnic'] }, 'fault globals: it adds window.picnic'],
    [
      'with a handler of the window',
      { patched: ['set window.onresize'] },
      'fault globals: it sets the handler window.onresize',
    ],
    [
      'with a timer left',
      { leftovers: [{ kind: 'interval', what: 'setInterval of 1000 ms', at: 'assets/a.js:1:2' }] },
      'fault leftovers: after it is left, a timer of it goes on: setInterval of 1000 ms, from assets/a.js:1:2',
    ],
    [
      'with a request to a third party',
      {
        refused: [{ directive: 'connect-src', blocked: 'https://a.example/x', source: '' }],
        foreign: ['https://a.example'],
      },
      "fault network: the page's policy refuses https://a.example (connect-src)",
    ],
    [
      'with a third party that the policy allows',
      { foreign: ['https://a.example'] },
      'fault network: it loads from https://a.example',
    ],
    [
      'with a style element',
      { refused: [{ directive: 'style-src-elem', blocked: 'inline', source: 'http://127.0.0.1:1/assets/a.js' }] },
      "fault network: the page's policy refuses an inline one (style-src-elem), asked for by assets/a.js",
    ],
    [
      'with what axe finds',
      { violations: [{ id: 'label', help: 'Elements must have labels', elements: ['input: none'] }] },
      'fault accessibility: axe, label: Elements must have labels. input: none',
    ],
    ['with a small target', { smallTargets: ['button "x" (20 by 20)'] }, 'fault targets: a finger needs 44 by 44 px'],
    ['that moves', { shift: { score: 0.1, moved: ['p.a'] } }, 'fault shift: the screen moves under the user'],
    [
      'with styles of the host changed',
      { outsideStyles: ['header { color: red }'] },
      "fault styles: its stylesheet changes the host's own",
    ],
    ['that is too wide', { tooWide: ['p.a'] }, 'fault width: at 390 px the page scrolls sideways: p.a'],
    ['that is too wide with large texts', { tooWideDoubled: [] }, 'fault width: at 390 px with text of 200 %'],
  ])('%s', (_, change, found) => {
    const judged = judge(change);
    expect(judged).toHaveLength(1);
    expect(judged[0]).toContain(found);
  });

  it('names an error once: the host reports what the page throws', () =>
    expect(
      judge({
        errors: [{ text: 'Error: x', part: 'opening' }],
        failures: [{ phase: 'callback', reason: 'threw', part: 'opening' }],
      }),
    ).toHaveLength(1));
});
