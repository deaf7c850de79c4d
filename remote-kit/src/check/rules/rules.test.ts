import { expect, it } from 'vitest';
import type { PageWatch } from '../watch/watch-page.ts';
import { accessibility } from './accessibility.ts';
import { again } from './again.ts';
import { back } from './back.ts';
import { busy } from './busy.ts';
import { calls } from './calls.ts';
import { errors } from './errors.ts';
import { globals } from './globals.ts';
import { leaving } from './leaving.ts';
import { leftovers } from './leftovers.ts';
import { network } from './network.ts';
import { opening } from './opening.ts';
import { outsideStyles } from './outside-styles.ts';
import { services } from './services.ts';
import { shift } from './shift.ts';
import { targets } from './targets.ts';
import { undeclared } from './undeclared.ts';
import { width, widthOfDoubledTexts } from './width.ts';
import type { Visit, VisitRule } from '../rule.ts';

type Seen = Visit['page']['seen'];
type Change = Partial<Omit<Visit, 'page'>> & {
  seen?: Partial<Seen>;
  /** What a function that runs in the page gives, by its name; what the watch has seen, by the part. */
  looks?: Readonly<Record<string, unknown>> & { [Part in keyof PageWatch]?: ReturnType<PageWatch[Part]> };
  axe?: unknown;
  /** Whether what is waited for comes. */
  comes?: boolean;
};

const clean = {
  patched: ['added window.__FEDERATION__', 'added window.companion', 'changed window.ontouchstart'],
  leftovers: [],
  refused: [],
  shift: { score: 0.09, moved: [] },
  appCalls: ['getUserInfo', 'closePage'],
  isBusy: false,
  findTooWide: null,
  findSmallTargets: [],
  findOutsideStyles: [],
};

function visitOf({ seen = {}, looks = {}, axe = { violations: [] }, comes = true, ...change }: Change): Visit {
  const all: Readonly<Record<string, unknown>> = { ...clean, ...looks };
  return {
    plan: { route: '/picnic', household: 'user', size: { width: 390, height: 844 } },
    stage: { unlistedMethods: ['choosePhotos'], remoteUrl: 'http://127.0.0.1:1' },
    opened: 'open',
    shownAt: '/picnic',
    calls: [{ id: '/team/picnic/list', owner: 'user', outcome: 'answered' }],
    ...change,
    page: {
      seen: {
        part: 'opening',
        path: '/picnic',
        opens: 1,
        events: [],
        failures: [],
        crash: null,
        errors: [],
        foreign: new Set(),
        hung: false,
        ...seen,
      },
      run: async () => axe as never, // whatever the page gives
      look: async (from) => all[from.name] as never,
      watch: async (part) => all[part] as never,
      settle: async () => 'still',
      waitFor: async (isThere) => comes && ((await isThere()) || true),
    },
  };
}

const rules = {
  accessibility,
  again,
  back,
  busy,
  calls,
  errors,
  globals,
  leaving,
  leftovers,
  network,
  opening,
  outsideStyles,
  services,
  shift,
  targets,
  undeclared,
  width,
  widthOfDoubledTexts,
} as const satisfies Record<string, VisitRule>;

it.each(Object.keys(rules) as (keyof typeof rules)[])(
  '%s finds nothing in a screen that keeps the contract',
  async (name) => expect(await rules[name](visitOf({}))).toEqual([]),
);

it.each<[string, VisitRule, Change, string]>([
  [
    'no screen and no failure',
    opening,
    { opened: 'waiting' },
    "fault opening: the screen doesn't come, and no failure page either",
  ],
  ['a screen that leads on', opening, { shownAt: '/other' }, 'note opening: it leads on to /other'],
  [
    'a screen that never resolves',
    opening,
    { opened: 'failed', seen: { failures: [{ phase: 'render', reason: 'timeout', part: 'opening' }] } },
    'fault opening: the screen suspends and never resolves',
  ],
  [
    'a screen that draws nothing',
    opening,
    { opened: 'failed', seen: { failures: [{ phase: 'render', reason: 'missing', part: 'opening' }] } },
    'fault opening: the screen draws neither an element nor a text',
  ],
  [
    'a screen that throws',
    opening,
    {
      opened: 'failed',
      seen: { crash: 'Error: no prizes', failures: [{ phase: 'render', reason: 'threw', part: 'opening' }] },
    },
    'fault opening: the screen throws while it is drawn: Error: no prizes',
  ],
  [
    'a screen that throws as it is left',
    opening,
    { seen: { failures: [{ phase: 'render', reason: 'threw', part: 'leaving' }] } },
    'fault leaving: it throws while it is left',
  ],
  [
    'a screen that throws when it comes again',
    opening,
    { seen: { failures: [{ phase: 'render', reason: 'threw', part: 'again' }] } },
    'fault again: opened again, the screen throws while it is drawn',
  ],
  ['a screen that stays busy', busy, { looks: { isBusy: true } }, 'fault busy: the screen is still busy'],
  [
    'a method of the app that is not listed',
    undeclared,
    { seen: { failures: [{ phase: 'call', reason: 'undeclared', part: 'opening' }] } },
    'fault bridge: it calls choosePhotos of the app',
  ],
  [
    'a value that the host ignores',
    services,
    { seen: { failures: [{ phase: 'shell', reason: 'malformed', part: 'opening' }] } },
    "fault services: it hands the host a value that doesn't fit the contract",
  ],
  [
    'an error',
    errors,
    { seen: { errors: [{ text: 'Error: late', part: 'leaving' }] } },
    "fault leaving: while it is left an error isn't caught: Error: late",
  ],
  ['a link that leads nowhere', leaving, { comes: false }, "fault leaving: a link to the hall doesn't lead there"],
  ['a screen that is not opened again', again, { comes: false }, "fault again: after leaving, the browser's back"],
  ['a screen that back does not leave', back, { comes: false }, "fault back: the header's back doesn't leave"],
  [
    'a call that is not listed',
    calls,
    { calls: [{ id: '/activity/x', owner: 'user', outcome: 'undeclared' }] },
    "fault calls: it calls /activity/x, which the release doesn't list",
  ],
  [
    'a request of its own to the API',
    calls,
    { calls: [{ id: '/activity/x', owner: null, outcome: 'unsigned' }] },
    'fault calls: it asks /activity/x of the API by itself',
  ],
  [
    'a call that has no answer',
    calls,
    { calls: [{ id: '/activity/x', owner: 'user', outcome: 'unprepared' }] },
    'note answers: stand-alone/answers.ts has no answer for /activity/x',
  ],
  [
    'a patched global',
    globals,
    { looks: { patched: ['changed Array.prototype.at'] } },
    'fault globals: it changes Array.prototype.at',
  ],
  ['a global of its own', globals, { looks: { patched: ['added window.picnic'] } }, 'globals: it adds window.picnic'],
  [
    'a handler of the window',
    globals,
    { looks: { patched: ['set window.onresize'] } },
    'fault globals: it sets the handler window.onresize',
  ],
  [
    'a timer that is left',
    leftovers,
    { looks: { leftovers: [{ kind: 'interval', what: 'setInterval of 1000 ms', at: 'assets/a.js:1:2' }] } },
    'fault leftovers: after it is left, a timer of it goes on: setInterval of 1000 ms, from assets/a.js:1:2',
  ],
  [
    'a request to a third party',
    network,
    {
      looks: { refused: [{ directive: 'connect-src', blocked: 'https://a.example/x', source: '' }] },
      seen: { foreign: new Set(['https://a.example']) },
    },
    "fault network: the page's policy refuses https://a.example (connect-src)",
  ],
  [
    'a third party that the policy allows',
    network,
    { seen: { foreign: new Set(['https://a.example']) } },
    'fault network: it loads from https://a.example',
  ],
  [
    'a style element',
    network,
    {
      looks: {
        refused: [{ directive: 'style-src-elem', blocked: 'inline', source: 'http://127.0.0.1:1/assets/a.js' }],
      },
    },
    "fault network: the page's policy refuses an inline one (style-src-elem), asked for by assets/a.js",
  ],
  [
    'what axe finds',
    accessibility,
    {
      axe: {
        violations: [
          { id: 'label', help: 'Elements must have labels', nodes: [{ target: ['input'], failureSummary: 'none' }] },
        ],
      },
    },
    'fault accessibility: axe, label: Elements must have labels. input: none',
  ],
  [
    'a small target',
    targets,
    { looks: { findSmallTargets: ['button "x" (20 by 20)'] } },
    'fault targets: a finger needs 44 by 44 px',
  ],
  [
    'a screen that moves',
    shift,
    { looks: { shift: { score: 0.1, moved: ['p.a'] } } },
    'fault shift: the screen moves under the user (layout shift 0.10, at most 0.1): p.a',
  ],
  [
    'styles of the host that are changed',
    outsideStyles,
    { looks: { findOutsideStyles: ['header { color: red }'] } },
    "fault styles: its stylesheet changes the host's own",
  ],
  [
    'a screen that is too wide',
    width,
    { looks: { findTooWide: ['p.a'] } },
    'fault width: at 390 px the page scrolls sideways: p.a',
  ],
])('%s is found', async (_, rule, change, found) => {
  const faults = await rule(visitOf(change));
  expect(faults.map(({ level, rule: name, what }) => `${level} ${name}: ${what}`)).toEqual([
    expect.stringContaining(found),
  ]);
});

it('what the host reports and the page throws is told once', async () => {
  const visit = visitOf({
    seen: {
      errors: [{ text: 'Error: x', part: 'opening' }],
      failures: [{ phase: 'callback', reason: 'threw', part: 'opening' }],
    },
  });
  const found = await Promise.all([opening, services, undeclared, errors].map((rule) => rule(visit)));
  expect(found.flat()).toHaveLength(1);
});
