import { fault, note, type VisitRule } from '../rule.ts';
import { isOfOpening } from '../drive/open-page.ts';

/** What the host says of a screen that it couldn't show, by phase and reason; `*`: any other reason. */
const words: Readonly<Record<string, readonly [what: string, todo: string]>> = {
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

/** The screen comes, where it should, also when it is opened again; and nothing of it throws as it is left. */
export const opening: VisitRule = ({ plan, page, opened, shownAt }) => {
  const { failures, crash } = page.seen;
  const because = crash === null ? '' : `: ${crash}`;
  const faults = failures.filter(isOfOpening).map(({ phase, reason, part }) => {
    if (part === 'leaving')
      return fault(
        'leaving',
        `it throws while it is left${because}`,
        'Look at the clean-up of its effects and its ref callbacks.',
      );
    const key = `${phase} ${reason}`;
    const [what, todo] = words[key] ?? words[`${phase} *`] ?? [`the host reports ${key}`, 'See docs/contract.md.'];
    return part === 'again'
      ? fault('again', `opened again, ${what}${because}`, todo)
      : fault('opening', `${what}${because}`, todo);
  });
  if (opened === 'open' && shownAt !== plan.route)
    faults.push(
      note(
        'opening',
        `it leads on to ${shownAt}, which was looked at in its place`,
        'If it needs something in its address, name it in remote-kit.json: "queries": { "/route": { "id": "1" } }.',
      ),
    );
  if (opened === 'waiting' && failures.length === 0)
    faults.push(
      fault(
        'opening',
        plan.byHashLink
          ? "opened by a hash link (/#/…), the screen doesn't come"
          : "the screen doesn't come, and no failure page either",
        'Look at it by remote-kit dev: something keeps the page from drawing.',
      ),
    );
  return faults;
};
