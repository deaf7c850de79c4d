import { type Environment, environmentNames, portVariables, withS3 } from '../../program/environment.ts';
import type { Problem } from './problem.ts';
import { publicOrigins } from './public-origins.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that are right one by one, and wrong together or under their name. */
export function checkVariables(environment: Environment, variables: Variables): Problem[] {
  return [
    ...contradictions(environment, variables),
    ...samePorts(environment),
    ...originNames(environment),
    ...unknownNames(variables),
  ];
}

function contradictions(environment: Environment, variables: Variables): Problem[] {
  const isSet = (name: string) => (variables[name] ?? '') !== '';
  const below = (lower: keyof Environment, upper: keyof Environment, why: string): Problem[] =>
    Number(environment[lower]) < Number(environment[upper])
      ? []
      : [{ about: lower, problem: `has to be below ${upper}: ${why}` }];
  const withoutEndpoint = [...withS3, 'S3_SECRET_ACCESS_KEY_FILE'];
  return [
    ...below('UPLOAD_SILENCE_LIMIT_MS', 'UPLOAD_TIME_LIMIT_MS', 'an upload is given up in all first'),
    ...below('DATABASE_STATEMENT_TIMEOUT_MS', 'ANSWER_TIME_LIMIT_MS', 'a call would be given up before its statement'),
    ...below('MIGRATION_LOCK_TIMEOUT_MS', 'DATABASE_LOCK_TIMEOUT_MS', 'calls would fail while a migration waits'),
    ...(isSet('S3_ENDPOINT') ? [] : withoutEndpoint.filter(isSet)).map((about) => ({
      about,
      problem:
        'has no effect without S3_ENDPOINT: pictures would lie in UPLOADS_DIR, uploaded releases in RELEASES_DIR',
    })),
    ...(environment.DATABASE_URL === undefined && environment.DATABASE_DIRECT_URL !== undefined
      ? [{ about: 'DATABASE_DIRECT_URL', problem: 'has no effect without DATABASE_URL: the embedded database is used' }]
      : []),
    ...(environment.DATABASE_URL !== undefined && isSet('DATA_DIR')
      ? [{ about: 'DATA_DIR', problem: 'has no effect with DATABASE_URL: unset one of them' }]
      : []),
  ];
}

function samePorts(environment: Environment): Problem[] {
  const used = environment.LISTENERS.map((listener) => portVariables[listener]);
  return used
    .filter((name, index) => used.slice(0, index).some((other) => environment[other] === environment[name]))
    .filter((name) => environment[name] !== 0)
    .map((about) => ({ about, problem: 'is the port of another listener' }));
}

const OF_THIS_MACHINE = /^(localhost|.*\.localhost|127\..*|\[::1\])$/;
/** Of RFC 2606 what nobody has: left over from the files of `deploy/`. `.test` may be a private network's. */
const EXAMPLE_NAME = /(^|\.)example(\.(com|net|org))?$/;

function originNames(environment: Environment): Problem[] {
  return publicOrigins.flatMap((about): Problem[] => {
    const origin = environment[about];
    if (origin === undefined) return [];
    const { protocol, hostname } = new URL(origin);
    // In production users come from elsewhere, and a page over plain http may not sign calls.
    const isForUsers = !environment.DEMO && about !== 'PUBLIC_OPERATIONS_ORIGIN';
    // What teams upload may share nothing with pages or sessions.
    const isShared = about !== 'PUBLIC_RELEASES_ORIGIN' && origin === environment.PUBLIC_RELEASES_ORIGIN;
    return [
      isForUsers && OF_THIS_MACHINE.test(hostname) && 'names this machine, which no user reaches',
      isForUsers &&
        !OF_THIS_MACHINE.test(hostname) &&
        protocol !== 'https:' &&
        'is plain http: browsers sign calls over https alone',
      EXAMPLE_NAME.test(hostname) && 'is a name for examples, which nobody has: put your own in its place',
      isShared && 'has to be another origin than PUBLIC_RELEASES_ORIGIN, which serves what teams upload',
    ].flatMap((problem) => (problem === false ? [] : [{ about, problem }]));
  });
}

const OUR_PREFIXES =
  /^(DATABASE|S3|UPLOADS?|RELEASES|SHUTDOWN|MIGRATION|MIGRATE|CLOUD|SIGNING|REPORT_LINK|PUBLIC|OPERATIONS?|ADDRESS_LIMIT|RATE_LIMIT|ALLOWED|TRUSTED)_/;
/** What Kubernetes sets for a service of such a name. */
const OF_A_SERVICE = /_SERVICE_|_PORT(_|$)/;

/** A misspelt variable is a missing one. */
function unknownNames(variables: Variables): Problem[] {
  return Object.keys(variables)
    .filter((name) => OUR_PREFIXES.test(name) && !OF_A_SERVICE.test(name) && !environmentNames.has(name))
    .map((about) => ({ about, problem: 'is no variable of this program; server/README.md lists them' }));
}
