import type { Fault, ReleaseFacts, Rule } from './finding.ts';
import { judgeFailure } from './judge-failure.ts';
import { LEAST_TARGET_PX } from './limits.ts';
import type { Observation, VisitPart } from './observation.ts';
import type { Leftover } from './page/watch-page.ts';

/** From here on a page counts as unsteady (Web Vitals, "good" is below). */
const MOST_SHIFT = 0.1;

/** What the host, React and the federation runtime leave in every page; a phone's touch events come late. */
const EXPECTED_GLOBALS =
  /^(?:added window\.(?:hostFailed|hostReady|pageParsed|companion|__FEDERATION__|__VMOK__|_FEDERATION_RUNTIME_CORE(?:_FROM)?|__GLOBAL_LOADING_REMOTE_ENTRY__|__VUE_HMR_RUNTIME__|__mf_\S*)|added Error\.prepareStackTrace|added document\._reactListening\w+|changed \S+\.ontouch\w+)$/;

const fault = (rule: Rule, what: string, todo: string): Fault => ({ level: 'fault', rule, what, todo });
const note = (rule: Rule, what: string, todo: string): Fault => ({ level: 'note', rule, what, todo });

/** What one visit shows of the contract's rules. */
export function judgeVisit(seen: Observation, release: ReleaseFacts): Fault[] {
  if (seen.hung)
    return [
      fault(
        'opening',
        "the page stops answering: its code doesn't come to an end",
        'Look for a loop, or a state that each drawing changes, by remote-kit dev.',
      ),
    ];
  return [
    ...judgeOpening(seen),
    ...seen.failures.flatMap((failure) => judgeFailure(failure, seen, release)),
    ...judgeErrors(seen),
    ...judgeWays(seen),
    ...judgeCalls(seen),
    ...judgeGlobals(seen),
    ...judgeLeftovers(seen),
    ...judgeNetwork(seen),
    ...judgeLooks(seen),
  ];
}

function judgeOpening({ opened, failures, byHashLink, busy, route, shownAt }: Observation): Fault[] {
  const faults: Fault[] = [];
  if (opened === 'open' && shownAt !== route)
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
        byHashLink
          ? "opened by a hash link (/#/…), the screen doesn't come"
          : "the screen doesn't come, and no failure page either",
        'Look at it by remote-kit dev: something keeps the page from drawing.',
      ),
    );
  if (opened === 'open' && busy)
    faults.push(
      fault(
        'busy',
        'the screen is still busy (aria-busy) after all its calls were answered',
        'Show what came, or a state with a way on: users would wait for ever.',
      ),
    );
  return faults;
}

function judgeErrors({ errors, crash, failures }: Observation): Fault[] {
  if (crash !== null && failures.some(({ phase }) => phase === 'render')) return [];
  return errors.map(({ text, part }) =>
    fault(
      part === 'leaving' ? 'leaving' : 'errors',
      `${whileWhat(part)} an error isn't caught: ${text}`,
      'Catch it where it comes up. What a user should know goes to host.feedback.toast.',
    ),
  );
}

const whileWhat = (part: VisitPart) =>
  ({ opening: 'while it opens', leaving: 'while it is left', again: 'when it is opened again' })[part];

function judgeWays({ left, cameAgain, wentBack, failures }: Observation): Fault[] {
  const faults: Fault[] = [];
  if (left === false)
    faults.push(
      fault(
        'leaving',
        "a link to the hall doesn't lead there",
        'Ask by host.navigation.guard only while something unsaved would be lost, and stop no click on its way to window.',
      ),
    );
  if (cameAgain === false && !failures.some(({ part }) => part === 'again'))
    faults.push(
      fault(
        'again',
        "after leaving, the browser's back doesn't show the screen again",
        'A screen is mounted anew for each visit: keep nothing in the module that a second mount stumbles over.',
      ),
    );
  if (wentBack === false)
    faults.push(
      fault(
        'back',
        "the header's back doesn't leave the screen",
        "Push no entries to window.history, and guard nothing that isn't unsaved.",
      ),
    );
  return faults;
}

function judgeCalls({ calls }: Observation): Fault[] {
  return calls.flatMap(({ id, outcome }) => {
    switch (outcome) {
      case 'undeclared':
        return fault(
          'calls',
          `it calls ${id}, which the release doesn't list: the host refuses it with "undeclared"`,
          'Add the call to `calls` of release.config.ts (callIds(…)).',
        );
      case 'unsigned':
        return fault(
          'calls',
          `it asks ${id} of the API by itself, without a signature`,
          'Call by host.requests.call: the host signs, authorizes and bounds.',
        );
      case 'unprepared':
        return note(
          'answers',
          `stand-alone/answers.ts has no answer for ${id}, so the screen met a failed call`,
          'Add fake.answer(call, given(…)) there: this check, dev and tests use it.',
        );
      case 'notAuthorized':
        return note(
          'answers',
          `it calls ${id} although nobody may who is here: the server refuses it (401)`,
          "Ask host.session (getState().status, require()) first, or let the call's `access` be another.",
        );
      case 'answered':
        return [];
    }
  });
}

function judgeGlobals({ patched }: Observation): Fault[] {
  return patched
    .filter((each) => !EXPECTED_GLOBALS.test(each))
    .map((each) => {
      const [how = '', name = ''] = each.split(' ');
      const what =
        how === 'added'
          ? `it adds ${name} to the page`
          : how === 'set'
            ? `it sets the handler ${name}`
            : `it ${how === 'removed' ? 'removes' : 'changes'} ${name}, which every screen uses`;
      return fault(
        'globals',
        what,
        how === 'set'
          ? 'Use addEventListener, and remove the listener when the screen comes down.'
          : 'Keep it in a module: globals are the whole page’s, and other teams’ screens meet what is changed there.',
      );
    });
}

function judgeLeftovers({ leftovers }: Observation): Fault[] {
  const todo: Record<Leftover['kind'], string> = {
    listener: 'Remove it in the clean-up of the effect that adds it.',
    interval: 'Call clearInterval in the clean-up of the effect that starts it.',
    timeout: 'Call clearTimeout in the clean-up of the effect that starts it, and start none after that.',
    frame: 'Call cancelAnimationFrame in the clean-up of the effect that asks for frames.',
    observer: 'Call disconnect() in the clean-up of the effect that observes.',
  };
  return leftovers.map(({ kind, what, at }) =>
    fault('leftovers', `after it is left, ${nameOf[kind]} of it goes on: ${what}, from ${at}`, todo[kind]),
  );
}

const nameOf: Record<Leftover['kind'], string> = {
  listener: 'a listener',
  interval: 'a timer',
  timeout: 'a timer',
  frame: 'a loop of frames',
  observer: 'an observer',
};

function judgeNetwork({ refused, foreign }: Observation): Fault[] {
  const byPolicy = refused.map(({ directive, blocked, source }) => {
    const origin = originOf(blocked);
    return fault(
      'network',
      `the page's policy refuses ${what(blocked, origin)} (${directive})${source === '' ? '' : `, asked for by ${fileOf(source)}`}`,
      directive.startsWith('style')
        ? 'Put styles into a CSS module: the page takes no style elements. Single values go by the style property of an element.'
        : directive.startsWith('script')
          ? 'Build it into the remote: the page runs code of published releases alone, and no text as code.'
          : 'Ship it with the remote, or ask your own backend by a call: nothing is loaded from a third party.',
    );
  });
  const rest = foreign
    .filter((origin) => !refused.some(({ blocked }) => originOf(blocked) === origin))
    .map((origin) =>
      fault('network', `it loads from ${origin}`, 'Ship it with the remote: nothing is loaded from a third party.'),
    );
  return [...byPolicy, ...rest];
}

const what = (blocked: string, origin: string) =>
  blocked === 'inline'
    ? 'an inline one'
    : blocked === 'eval'
      ? 'text as code (eval)'
      : origin === ''
        ? blocked
        : origin;

const fileOf = (source: string): string => {
  try {
    return new URL(source).pathname.slice(1);
  } catch {
    return source;
  }
};

function originOf(address: string): string {
  try {
    const { origin } = new URL(address);
    return origin === 'null' ? '' : origin;
  } catch {
    return '';
  }
}

function judgeLooks(seen: Observation): Fault[] {
  const { violations, smallTargets, shift, outsideStyles, tooWide, tooWideDoubled, size } = seen;
  const faults: Fault[] = [];
  for (const { id, help, elements } of violations)
    faults.push(
      fault(
        'accessibility',
        `axe, ${id}: ${help}. ${elements.join('; ')}`,
        `See https://dequeuniversity.com/rules/axe/4.11/${id}`,
      ),
    );
  if (smallTargets.length > 0)
    faults.push(
      fault(
        'targets',
        `a finger needs ${LEAST_TARGET_PX} by ${LEAST_TARGET_PX} px, and these are smaller: ${smallTargets.join(', ')}`,
        'Give it padding, or a ::before that reaches beyond its edges.',
      ),
    );
  if (shift.score >= MOST_SHIFT)
    faults.push(
      fault(
        'shift',
        `the screen moves under the user (layout shift ${shift.score.toFixed(2)}, at most ${MOST_SHIFT}): ${shift.moved.join(', ') || 'elements that are gone'}`,
        'Keep the place of what comes later: a skeleton of the same height, sizes on pictures.',
      ),
    );
  if (outsideStyles.length > 0)
    faults.push(
      fault(
        'styles',
        `its stylesheet changes the host's own elements: ${outsideStyles.join('; ')}`,
        'Style your own classes only (CSS modules): a stylesheet holds for the whole page.',
      ),
    );
  if (tooWide !== null)
    faults.push(
      fault(
        'width',
        `at ${size.width} px the page scrolls sideways: ${tooWide.join(', ') || 'something'} reaches beyond the edge`,
        'Let it wrap or shrink (min-width: 0, overflow-wrap: anywhere).',
      ),
    );
  if (tooWideDoubled !== null && tooWide === null)
    faults.push(
      fault(
        'width',
        `at ${size.width} px with text of 200 % the page scrolls sideways: ${tooWideDoubled.join(', ') || 'something'} reaches beyond the edge`,
        'Let texts wrap (overflow-wrap: anywhere), and give no fixed widths to what holds text.',
      ),
    );
  return faults;
}
