import type { Case, Site } from './cases.ts';
import { type LoggedEvents, loggedEvents } from './logged-events.ts';
import type { UsersProcess } from './open-users.ts';
import { untilReady } from './program-machines.ts';
import type { UsersAnswers } from './users-protocol.ts';
import { originOf } from '../site.ts';
import { until } from './until.ts';

const USERS = 260;
/** Racing before the failure. */
const BEFORE_MS = 5_000;
/** Calls in a row without a failure, after which they are taken to work again. */
const SUCCEEDED_SINCE = 60;
const GIVE_UP_MS = 75_000;
/** Racing while and after the failure is mended. */
const AFTER_MS = 4_000;

/** Asks for a work that there isn't, by a call that needs no login. */
const WORK_PAGE = `${originOf('host')}/detail?id=00000000-0000-4000-8000-000000000000`;

type Outages = UsersAnswers['outage'];

export type CaseResult = Readonly<
  {
    name: string;
    alerts: readonly string[];
    /** What somebody reads who opens the page of a work while calls are away, and when they work again. */
    pages: { meanwhile: string; later: string };
    /** From the failure until it was mended, and from then on. */
    failure: Outages;
    mending: Outages;
    /** Of all programs since the failure. */
    events: LoggedEvents;
  } & UsersAnswers['stop'] &
    UsersAnswers['verify']
>;

/** Users race, something fails and is mended, and what users were told is compared with what is stored. */
export async function runCase(each: Case, site: Site, users: UsersProcess): Promise<CaseResult> {
  const { databases, programs } = site;
  await users.ask('prepare', { database: programs.databaseOn(await databases.primary()), users: USERS });
  await users.ask('start', {});
  await sleep(BEFORE_MS);
  const failureAt = Date.now();
  const mend = await each.fail(site);
  const page = users.ask('read', { page: WORK_PAGE });
  await until('calls to work again', GIVE_UP_MS, async () => {
    const { calls } = await users.ask('outage', { failureAt });
    return Date.now() > failureAt + each.watchMs && calls.succeededSince >= SUCCEEDED_SINCE;
  }).catch(() => undefined);
  const mendedAt = Date.now();
  const failure = await users.ask('outage', { failureAt, endAt: mendedAt });
  await mend();
  await sleep(AFTER_MS);
  await databases.untilSynchronous();
  const stopped = await users.ask('stop', {});
  for (const program of programs.machines) await untilReady(program);
  const mending = await users.ask('outage', { failureAt: mendedAt });
  const events = await loggedEvents(programs.machines, failureAt);
  const database = programs.databaseOn(await databases.primary());
  const [meanwhile, later, verified] = await Promise.all([
    page,
    users.ask('read', { page: WORK_PAGE }),
    users.ask('verify', { database }),
  ]);
  const pages = { meanwhile, later };
  return { name: each.name, alerts: each.alerts, pages, failure, mending, events, ...stopped, ...verified };
}

const sleep = (ms: number) => new Promise((next) => setTimeout(next, ms));
