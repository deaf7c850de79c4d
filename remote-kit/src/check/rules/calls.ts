import type { CallOutcome } from '../../stage/stand-in-api.ts';
import { fault, type Fault, note, type VisitRule } from '../rule.ts';

const told: Readonly<Record<CallOutcome, (id: string) => Fault | []>> = {
  undeclared: (id) =>
    fault(
      'calls',
      `it calls ${id}, which the release doesn't list: the host refuses it with "undeclared"`,
      'Add the call to `calls` of release.config.ts (callIds(…)).',
    ),
  unsigned: (id) =>
    fault(
      'calls',
      `it asks ${id} of the API by itself, without a signature`,
      'Call by host.requests.call: the host signs, authorizes and bounds.',
    ),
  unprepared: (id) =>
    note(
      'answers',
      `stand-alone/answers.ts has no answer for ${id}, so the screen met a failed call`,
      'Add fake.answer(call, given(…)) there: this check, dev and tests use it.',
    ),
  notAuthorized: (id) =>
    note(
      'answers',
      `it calls ${id} although nobody may who is here: the server refuses it (401)`,
      "Ask host.session (getState().status, require()) first, or let the call's `access` be another.",
    ),
  answered: () => [],
};

/** Calls are the release's own, made by the host, and answered. */
export const calls: VisitRule = (visit) => visit.calls.flatMap(({ id, outcome }) => told[outcome](id));
