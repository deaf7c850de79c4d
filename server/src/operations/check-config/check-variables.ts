import { type Environment, environmentNames, portVariables, publicOrigins, withS3 } from '../../program/environment.ts';
import { type Problem, problemsOf, type Rule } from './problem.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that are right one by one, and wrong together or under their name. */
export function checkVariables(environment: Environment, variables: Variables): Problem[] {
  const isSet = (name: string) => (variables[name] ?? '') !== '';
  const below = (lower: keyof Environment, upper: keyof Environment, why: string): Rule => [
    lower,
    Number(environment[lower]) >= Number(environment[upper]),
    `has to be below ${upper}: ${why}`,
  ];
  const { DATABASE_URL, DATABASE_DIRECT_URL, LISTENERS } = environment;
  const ports = LISTENERS.map((listener) => portVariables[listener]);
  return problemsOf([
    below('UPLOAD_SILENCE_LIMIT_MS', 'UPLOAD_TIME_LIMIT_MS', 'an upload is given up in all first'),
    below('DATABASE_STATEMENT_TIMEOUT_MS', 'ANSWER_TIME_LIMIT_MS', 'a call would be given up before its statement'),
    below('MIGRATION_LOCK_TIMEOUT_MS', 'DATABASE_LOCK_TIMEOUT_MS', 'calls would fail while a migration waits'),
    ...[...withS3, 'S3_SECRET_ACCESS_KEY_FILE'].map((name): Rule => [
      name,
      isSet(name) && !isSet('S3_ENDPOINT'),
      'has no effect without S3_ENDPOINT: pictures would lie in UPLOADS_DIR, uploaded releases in RELEASES_DIR',
    ]),
    [
      'DATABASE_DIRECT_URL',
      DATABASE_URL === undefined && DATABASE_DIRECT_URL !== undefined,
      'has no effect without DATABASE_URL: the embedded database is used',
    ],
    ['DATA_DIR', DATABASE_URL !== undefined && isSet('DATA_DIR'), 'has no effect with DATABASE_URL: unset one of them'],
    ...ports.map((name, index): Rule => [
      name,
      environment[name] !== 0 && ports.slice(0, index).some((other) => environment[other] === environment[name]),
      'is the port of another listener',
    ]),
    ...publicOrigins.flatMap((about) => originRules(about, environment)),
    ...Object.keys(variables).map((name): Rule => [
      name,
      isMisspelt(name),
      'is no variable of this program; server/README.md lists them',
    ]),
  ]);
}

const OF_THIS_MACHINE = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;
/** Of RFC 2606 what nobody has: left over from the files of `deploy/`. `.test` may be a private network's. */
const EXAMPLE_NAME = /(^|\.)example(\.(com|net|org))?$/;

function originRules(about: (typeof publicOrigins)[number], environment: Environment): Rule[] {
  const origin = environment[about];
  if (origin === undefined) return [];
  const { protocol, hostname } = new URL(origin);
  const isLocal = OF_THIS_MACHINE.test(hostname);
  // In production users come from elsewhere, and a page over plain http may not sign calls.
  const isForUsers = !environment.DEMO && about !== 'PUBLIC_OPERATIONS_ORIGIN';
  // What teams upload may share nothing with pages or sessions.
  const isShared = about !== 'PUBLIC_RELEASES_ORIGIN' && origin === environment.PUBLIC_RELEASES_ORIGIN;
  return [
    [about, isForUsers && isLocal, 'names this machine, which no user reaches'],
    [about, isForUsers && !isLocal && protocol !== 'https:', 'is plain http: browsers sign calls over https alone'],
    [about, EXAMPLE_NAME.test(hostname), 'is a name for examples, which nobody has: put your own in its place'],
    [about, isShared, 'has to be another origin than PUBLIC_RELEASES_ORIGIN, which serves what teams upload'],
  ];
}

const OUR_PREFIXES =
  /^(DATABASE|S3|UPLOADS?|RELEASES|SHUTDOWN|MIGRATION|MIGRATE|CLOUD|SIGNING|REPORT_LINK|PUBLIC|OPERATIONS?|ADDRESS_LIMIT|RATE_LIMIT|ALLOWED|TRUSTED)_/;
/** What Kubernetes sets for a service of such a name. */
const OF_A_SERVICE = /_SERVICE_|_PORT(_|$)/;

/** A misspelt variable is a missing one. */
const isMisspelt = (name: string): boolean =>
  OUR_PREFIXES.test(name) && !OF_A_SERVICE.test(name) && !environmentNames.has(name);
