import { type Environment, environmentNames } from '../environment.ts';
import type { Problem } from './problem.ts';
import { publicOrigins } from './public-origins.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that are right one by one, and wrong together or under their name. */
export function checkVariables(environment: Environment, variables: Variables): Problem[] {
  return [
    ...contradictions(environment, variables),
    ...samePorts(environment),
    ...originsForUsers(environment),
    ...exampleNames(environment),
    ...sharedOrigin(environment),
    ...unknownNames(variables),
  ];
}

function contradictions(environment: Environment, variables: Variables): Problem[] {
  const isSet = (name: string) => (variables[name] ?? '') !== '';
  const below = (lower: keyof Environment, upper: keyof Environment, why: string): Problem[] =>
    Number(environment[lower]) < Number(environment[upper])
      ? []
      : [{ about: lower, problem: `has to be below ${upper}: ${why}` }];
  const withoutEndpoint = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_SECRET_ACCESS_KEY_FILE'];
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

const ports = { host: 'PORT', api: 'API_PORT', releases: 'RELEASES_PORT', operations: 'OPERATIONS_PORT' } as const;

function samePorts(environment: Environment): Problem[] {
  const used = environment.LISTENERS.map((listener) => ports[listener]);
  return used
    .filter((name, index) => used.slice(0, index).some((other) => environment[other] === environment[name]))
    .filter((name) => environment[name] !== 0)
    .map((about) => ({ about, problem: 'is the port of another listener' }));
}

/** In production users come from elsewhere, and a page over plain http may not sign calls. */
function originsForUsers(environment: Environment): Problem[] {
  if (environment.DEMO) return [];
  const names = [
    'PUBLIC_HOST_ORIGIN',
    'PUBLIC_API_ORIGIN',
    'PUBLIC_PICTURES_ORIGIN',
    'PUBLIC_RELEASES_ORIGIN',
  ] as const;
  return names.flatMap((about): Problem[] => {
    const origin = environment[about];
    if (origin === undefined) return [];
    const { protocol, hostname } = new URL(origin);
    if (/^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(hostname))
      return [{ about, problem: 'names this machine, which no user reaches' }];
    return protocol === 'https:' ? [] : [{ about, problem: 'is plain http: browsers sign calls over https alone' }];
  });
}

/** Of RFC 2606 what nobody has. `.test` may be a private network's. */
const EXAMPLE_NAME = /(^|\.)example(\.(com|net|org))?$/;

/** Left over from the files of `deploy/`. */
function exampleNames(environment: Environment): Problem[] {
  return publicOrigins
    .filter((about) => EXAMPLE_NAME.test(new URL(environment[about] ?? 'http://none').hostname))
    .map((about) => ({ about, problem: 'is a name for examples, which nobody has: put your own in its place' }));
}

/** What teams upload may share nothing with pages or sessions. */
function sharedOrigin({ PUBLIC_RELEASES_ORIGIN, ...others }: Environment): Problem[] {
  if (PUBLIC_RELEASES_ORIGIN === undefined) return [];
  const { PUBLIC_HOST_ORIGIN, PUBLIC_API_ORIGIN, PUBLIC_PICTURES_ORIGIN, PUBLIC_OPERATIONS_ORIGIN } = others;
  return Object.entries({
    PUBLIC_HOST_ORIGIN,
    PUBLIC_API_ORIGIN,
    PUBLIC_PICTURES_ORIGIN,
    PUBLIC_OPERATIONS_ORIGIN,
  })
    .filter(([, origin]) => origin === PUBLIC_RELEASES_ORIGIN)
    .map(([name]) => ({ about: 'PUBLIC_RELEASES_ORIGIN', problem: `has to be an origin of its own, and is ${name}` }));
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
