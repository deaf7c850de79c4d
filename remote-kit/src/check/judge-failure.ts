import type { Fault, ReleaseFacts, Rule } from './finding.ts';
import type { Observation, ScreenFailure } from './observation.ts';

type Words = readonly [what: string, todo: string];

/** What the host says of a screen that it couldn't show, by phase and reason; `*`: any other reason. */
const openings: Readonly<Record<string, Words>> = {
  'contract outdated': ['it is built for an earlier contract', 'Install the kit of today, and build it again.'],
  'contract tooNew': [
    'it is built for a later contract than this host',
    'Publish it ahead, or build it with the older kit.',
  ],
  'entry *': ["its entry can't be loaded", 'Build the remote again, and deploy all of it.'],
  'activity missing': [
    'it exposes no activity module',
    'Let src/activity.ts export one by default (docs/contract.md).',
  ],
  'activity *': [
    "src/activity.ts can't be loaded, or its default export is no activity module",
    'Export { contract, screens } by default, with a loader for each route.',
  ],
  'screen missing': ['src/activity.ts has no screen for the route', 'Add the route to `screens`.'],
  'screen malformed': [
    "the screen's module has no component as its default export",
    'Export the component by default.',
  ],
  'screen *': ["the screen's module can't be loaded", 'Run remote-kit dev and look into the console.'],
  'styles *': ["the stylesheet can't be loaded", 'Build the remote again, and deploy all of it.'],
  'render timeout': [
    'the screen suspends and never resolves: after 7 s users get the page that says so',
    'Let what it waits for end, also when a call fails, or draw without it.',
  ],
  'render missing': [
    'the screen draws neither an element nor a text: after 7 s it counts as crashed',
    'Draw something below a dialog, and a state for nothing to show.',
  ],
  'render *': ['the screen throws while it is drawn', 'Draw a state for what may be missing.'],
};

const others: Readonly<Record<string, readonly [Rule, ...Words]>> = {
  'callback threw': [
    'errors',
    'a handler, timer or promise of it throws',
    'Catch it where it comes up. What a user should know goes to host.feedback.toast.',
  ],
  'shell malformed': [
    'services',
    "it hands the host a value that doesn't fit the contract (header, navigation, dialog or toast)",
    'Compare what you give with HostServices of the contract: the host ignores what does not fit.',
  ],
  'call malformed': [
    'services',
    "it makes a call whose definition, fields or files don't fit the contract: the host refuses it",
    'Define it by defineCall, and send all its required fields, filled, and no others.',
  ],
  'share malformed': [
    'services',
    "its share parameters don't fit the contract",
    'host.sharing.prepare takes title, description, path and landing.',
  ],
  'share unprepared': [
    'services',
    'something is shared before host.sharing.prepare',
    'Prepare as the screen mounts, and show the share icon after that.',
  ],
};

export function judgeFailure(failure: ScreenFailure, { crash }: Observation, release: ReleaseFacts): Fault[] {
  const { phase, reason, part } = failure;
  const key = `${phase} ${reason}`;
  if (key === 'call undeclared') return [judgeUndeclared(release)];
  const known = others[key];
  if (known) {
    const [rule, what, todo] = known;
    // The error itself says more.
    return key === 'callback threw' ? [] : [{ level: 'fault', rule, what, todo }];
  }
  const [what, todo] = openings[key] ?? openings[`${phase} *`] ?? [`the host reports ${key}`, 'See docs/contract.md.'];
  const told = crash === null ? '' : `: ${crash}`;
  if (part === 'leaving')
    return [
      {
        level: 'fault',
        rule: 'leaving',
        what: `it throws while it is left${told}`,
        todo: 'Look at the clean-up of its effects and its ref callbacks.',
      },
    ];
  const when = part === 'again' ? 'opened again, ' : '';
  return [{ level: 'fault', rule: part === 'again' ? 'again' : 'opening', what: `${when}${what}${told}`, todo }];
}

/** The API names undeclared calls; what the host itself refuses is a method of the app, or no call of the product. */
function judgeUndeclared({ bridge, namedMethods }: ReleaseFacts): Fault {
  const methods = namedMethods.filter((method) => !bridge.includes(method));
  return methods.length > 0
    ? {
        level: 'fault',
        rule: 'bridge',
        what: `it calls ${methods.join(', ')} of the app, which the release doesn't list: the host refuses it`,
        todo: 'Add the method to `bridge` of release.config.ts.',
      }
    : {
        level: 'fault',
        rule: 'calls',
        what: "it makes a call outside the product's own paths, or calls a method of the app that the release doesn't list: the host refuses it",
        todo: 'Calls begin with /activity/, /fridge/, /annualReport/ or /team/<your team>/; methods are listed in `bridge`.',
      };
}
