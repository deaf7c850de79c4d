import { household, type sessions } from '../testing/fake-session.ts';

export const householdNames = ['user', 'noFridge', 'guest', 'browser', 'report'] as const;
export type HouseholdName = (typeof householdNames)[number];

export type StageHousehold = {
  name: HouseholdName;
  /** For people. */
  title: string;
  inApp: boolean;
  session: keyof typeof sessions;
  /** The access token that its calls carry; empty: none. */
  token: string;
  /** What its address carries. */
  query: Readonly<Record<string, string>>;
};

/** Worth nothing but on this stage; the parts of an address that are personal leave the address bar at once. */
const REPORT_TOKEN = 'stage-report';

/** Who opens a remote's screens. */
export const households: Readonly<Record<HouseholdName, StageHousehold>> = {
  user: { name: 'user', title: 'a user with a fridge', inApp: true, session: 'user', token: 'stage-user', query: {} },
  noFridge: {
    name: 'noFridge',
    title: 'a user without a fridge',
    inApp: true,
    session: 'noFridge',
    token: 'stage-no-fridge',
    query: {},
  },
  guest: { name: 'guest', title: 'a guest in the app', inApp: true, session: 'guest', token: '', query: {} },
  browser: { name: 'browser', title: 'a plain browser', inApp: false, session: 'guest', token: '', query: {} },
  report: {
    name: 'report',
    title: "a report link's token",
    inApp: false,
    session: 'guest',
    token: REPORT_TOKEN,
    query: { wxToken: REPORT_TOKEN, userId: household.userId, fridgeId: household.fridgeId },
  },
};

/** Whose call it is, by the access token of `Authorization: Basic`. @returns `null` without one that the stage gave */
export function ownerOfToken(authorization: string | undefined): HouseholdName | null {
  const [, credential = ''] = /^Basic (\S+)$/.exec(authorization ?? '') ?? [];
  const token = Buffer.from(credential, 'base64').toString('utf8').split(':').slice(1).join(':');
  return token === '' ? null : (householdNames.find((name) => households[name].token === token) ?? null);
}
