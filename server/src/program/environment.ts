import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { parseInstant } from '@fridge/shared-contracts';
import { isWebAddress, signerNames } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { DEFAULT_ANSWER_LIMIT_MS, defaultDatabaseLimits, MIGRATION_LOCK_MS } from '../database/database.ts';
import { type Problem, problemsOf, type Rule } from '../operations/check-config/problem.ts';
import { demoKeys, keyRules, keyVariables } from '../operations/keys/key-variables.ts';
import { readSecretFiles, secretVariables } from '../operations/keys/key-files.ts';
import { packageFolder, stateFolder } from '../storage/package-folder.ts';

/** The program's listeners (architecture, "One program"). */
export const listeners = ['host', 'api', 'releases', 'operations'] as const;
export type ListenerName = (typeof listeners)[number];
export const portVariables = {
  host: 'PORT',
  api: 'API_PORT',
  releases: 'RELEASES_PORT',
  operations: 'OPERATIONS_PORT',
} as const satisfies Record<ListenerName, string>;
/** From the host's port. */
const PORT_OFFSETS = { host: 0, api: 10, releases: 12, operations: 21 } as const;
const DEFAULT_PORT = '4170';

/** Variables with what browsers reach the site by. */
export const publicOrigins = [
  'PUBLIC_HOST_ORIGIN',
  'PUBLIC_API_ORIGIN',
  'PUBLIC_PICTURES_ORIGIN',
  'PUBLIC_RELEASES_ORIGIN',
  'PUBLIC_OPERATIONS_ORIGIN',
] as const;

/** What S3_ENDPOINT needs beside it. */
export const withS3 = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

const wholeNumber = (low: number, high: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d+$/, 'a whole number'),
    v.transform(Number),
    v.minValue(low, `at least ${low}`),
    v.maxValue(high, `at most ${high}`),
  );
const postgresUrl = v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'postgres://user@host/database'));
const number = (low: number, high: number, standard: number) => v.optional(wholeNumber(low, high), String(standard));
const wait = (ms: number) => number(100, 60_000, ms);
const textOr = (standard: string) => v.optional(v.string(), standard);
const flag = v.pipe(
  v.optional(v.picklist(['0', '1'], '0 or 1'), '0'),
  v.transform((text) => text === '1'),
);
const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const listOf = (test: (text: string) => boolean, what: string) =>
  v.pipe(v.string(), v.transform(partsOf), v.array(v.pipe(v.string(), v.check(test, what))));

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.origin === text && isWebAddress(url);
}

/** An address or a range (`10.0.0.0/8`). */
function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const longest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return (
    rest.length === 0 && longest > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest))
  );
}

const port = wholeNumber(0, 65_535);
const originOf = (example: string) => v.pipe(v.string(), v.check(isOrigin, `an origin such as ${example}`));
const publicOrigin = v.pipe(
  v.optional(v.string(), ''),
  v.nonEmpty('required unless DEMO=1'),
  v.check(isOrigin, 'an origin such as https://activities.example'),
);

/** Of this process; a host's name may have any form. */
const defaultInstance = `${hostname()
  .replace(/[^\w.-]/g, '-')
  .slice(0, 50)}:${process.pid}`;

/** See server/README.md. Empty variables count as unset. */
const environmentSchema = v.object({
  /** The host's; those of the other listeners follow it. */
  PORT: port,
  API_PORT: port,
  RELEASES_PORT: port,
  OPERATIONS_PORT: port,
  HOST: textOr('localhost'),
  OPERATIONS_HOST: textOr('localhost'),
  LISTENERS: v.pipe(
    textOr(listeners.join(',')),
    v.transform(partsOf),
    v.array(v.picklist(listeners, `of ${listeners.join(', ')}, separated by commas`)),
    v.minLength(1, 'at least one'),
  ),
  /** What browsers reach the listeners by. */
  PUBLIC_HOST_ORIGIN: publicOrigin,
  PUBLIC_API_ORIGIN: publicOrigin,
  /** Serves uploaded pictures of the API's listener, by a name without cookies. Default: the API's. */
  PUBLIC_PICTURES_ORIGIN: v.optional(originOf('https://pictures.example')),
  /** Serves releases that teams upload, and nothing else. Without it there are none. */
  PUBLIC_RELEASES_ORIGIN: v.optional(originOf('https://releases.example')),
  PUBLIC_OPERATIONS_ORIGIN: originOf('https://a.example'),
  /** The host's build. */
  HOST_FILES: textOr(join(packageFolder, '..', 'host', 'dist')),
  /** Holds the next six unless they are set. */
  STATE_DIR: v.string(),
  DATA_DIR: v.string(),
  UPLOADS_DIR: v.string(),
  RELEASES_DIR: v.string(),
  REGISTRY_FILE: v.string(),
  SETTINGS_FILE: v.string(),
  OPERATOR_SOCKET: v.string(),
  DATABASE_URL: v.optional(postgresUrl),
  /** Set exactly when DATABASE_URL names a pooler in transaction mode: PostgreSQL itself, for notices and locks. */
  DATABASE_DIRECT_URL: v.optional(postgresUrl),
  DATABASE_POOL_SIZE: number(1, 200, defaultDatabaseLimits.poolSize),
  DATABASE_CONNECT_TIMEOUT_MS: wait(defaultDatabaseLimits.connectMs),
  DATABASE_LOCK_TIMEOUT_MS: wait(defaultDatabaseLimits.lockMs),
  DATABASE_STATEMENT_TIMEOUT_MS: wait(defaultDatabaseLimits.statementMs),
  MIGRATION_LOCK_TIMEOUT_MS: wait(MIGRATION_LOCK_MS),
  MIGRATE_ON_START: flag,
  DEMO: flag,
  DEMO_CLOCK: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => parseInstant(text) !== null, 'an ISO time with its offset, such as 2023-08-01T10:00:00+08:00'),
    ),
  ),
  /** What `npm start` built and publishes, for `demo/publish-builds.ts`. */
  DEMO_BUILDS: v.optional(v.string()),
  /** Origins of the demonstration's companion app. */
  COMPANION_APP_ORIGIN: v.optional(originOf('http://localhost:4190')),
  /** Whose pages may call the API, besides the host's. */
  ALLOWED_ORIGINS: v.optional(listOf(isOrigin, 'origins such as https://a.example, separated by commas'), ''),
  SIGNER: v.optional(v.picklist(signerNames, signerNames.join(' or ')), 'hmac-sha256'),
  ...keyVariables,
  /** For programs that read the operations listener. */
  OPERATIONS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(32, 'at least 32 characters'))),
  RATE_LIMIT_PER_MINUTE: number(1, 1_000_000, 600),
  ADDRESS_LIMIT_PER_MINUTE: number(1, 10_000_000, 6_000),
  ANSWER_TIME_LIMIT_MS: wait(DEFAULT_ANSWER_LIMIT_MS),
  TRUSTED_PROXIES: v.optional(
    listOf(isAddressRange, 'addresses or ranges such as 10.0.0.0/8, separated by commas'),
    '',
  ),
  UPLOAD_SILENCE_LIMIT_MS: number(100, 600_000, 12_000),
  UPLOAD_TIME_LIMIT_MS: number(100, 3_600_000, 125_000),
  UPKEEP_INTERVAL_MS: number(1_000, 3_600_000, 60_000),
  S3_ENDPOINT: v.optional(originOf('https://s3.example')),
  S3_BUCKET: v.optional(v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, 'the name of a bucket'))),
  S3_REGION: textOr('us-east-1'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  SHUTDOWN_GRACE_MS: number(0, 600_000, 5_000),
  SHUTDOWN_LIMIT_MS: number(100, 3_600_000, 30_000),
  /** Of a pipe to what ends a program that hangs. */
  HEARTBEAT_FD: v.optional(wholeNumber(3, 1_023)),
  INSTANCE: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/, 'at most 64 letters, digits and . : - _')),
    defaultInstance,
  ),
  LOG_LEVEL: v.optional(v.picklist(['debug', 'info', 'warn', 'error', 'silent']), 'info'),
});

export type Environment = v.InferOutput<typeof environmentSchema>;

/** The server can't start. The message tells the operator why, and what to do. */
export class StartRefused extends Error {
  override name = 'StartRefused';
}

/** Of all variables, and of the files that hold secrets. */
export const environmentNames: ReadonlySet<string> = new Set([
  ...Object.keys(environmentSchema.entries),
  ...secretVariables.map((name) => `${name}_FILE`),
]);

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws StartRefused that names every bad variable, never its value */
export function readEnvironment(variables: Variables): Environment {
  const { environment, problems } = parseEnvironment(variables);
  if (environment !== null) return environment;
  const lines = problems.map(({ about, problem }) => `  ${about}: ${problem}`);
  throw new StartRefused(`These environment variables need your attention:\n${lines.join('\n')}`);
}

/** `environment`: `null` with any problem */
export function parseEnvironment(variables: Variables): {
  environment: Environment | null;
  problems: readonly Problem[];
} {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const { secrets, faults } = readSecretFiles(set);
  const given: Record<string, string | undefined> = {
    ...stateVariables(set['STATE_DIR'] ?? stateFolder),
    ...portDefaults(set['PORT']),
    ...set,
    ...secrets,
  };
  const local = (name: ListenerName) => `http://localhost:${Number(given[portVariables[name]]) || 0}`;
  given['PUBLIC_OPERATIONS_ORIGIN'] ??= local('operations');
  if (set['DEMO'] === '1') {
    given['PUBLIC_HOST_ORIGIN'] ??= local('host');
    given['PUBLIC_API_ORIGIN'] ??= local('api');
    given['PUBLIC_RELEASES_ORIGIN'] ??= local('releases');
    for (const [name, key] of Object.entries(demoKeys)) given[name] ??= key;
  }
  const parsed = v.safeParse(environmentSchema, given, { abortPipeEarly: true });
  const isMissing = (name: string) => given['S3_ENDPOINT'] !== undefined && given[name] === undefined;
  const found = problemsOf([
    ...(parsed.issues ?? []).map((issue): Rule => [v.getDotPath(issue) ?? 'environment', true, issue.message]),
    ...withS3.map((name): Rule => [name, isMissing(name), 'required with S3_ENDPOINT']),
    ...keyRules(given),
  ]);
  const problems = [
    ...found.filter(({ about }) => !faults.has(about)), // its file says why it is missing
    ...[...faults].map(([name, problem]) => ({ about: `${name}_FILE`, problem })),
  ];
  if (!parsed.success || problems.length > 0) return { environment: null, problems };
  const { PUBLIC_HOST_ORIGIN, COMPANION_APP_ORIGIN, ALLOWED_ORIGINS } = parsed.output;
  const allowed = [PUBLIC_HOST_ORIGIN, COMPANION_APP_ORIGIN ?? [], ALLOWED_ORIGINS].flat();
  return { environment: { ...parsed.output, ALLOWED_ORIGINS: allowed }, problems };
}

/** Whether teams' uploads, or builds of the host, lie in a folder of this machine. */
export const keepsReleases = ({ PUBLIC_RELEASES_ORIGIN, LISTENERS, S3_ENDPOINT }: Environment): boolean =>
  (PUBLIC_RELEASES_ORIGIN !== undefined || LISTENERS.includes('host')) && S3_ENDPOINT === undefined;

/** Folders in which this process writes, and the variable that names each. */
export const writtenFolders = (environment: Environment) =>
  [
    { variable: 'OPERATOR_SOCKET', folder: dirname(environment.OPERATOR_SOCKET), isUsed: true },
    { variable: 'UPLOADS_DIR', folder: environment.UPLOADS_DIR, isUsed: true },
    { variable: 'RELEASES_DIR', folder: environment.RELEASES_DIR, isUsed: keepsReleases(environment) },
    { variable: 'DATA_DIR', folder: environment.DATA_DIR, isUsed: environment.DATABASE_URL === undefined },
  ].filter(({ isUsed }) => isUsed);

/** 0 stays 0: any free port. */
function portDefaults(given: string = DEFAULT_PORT): Record<string, string> {
  const hostPort = Number(/^\d{1,5}$/.test(given) ? given : DEFAULT_PORT);
  return Object.fromEntries(
    listeners.map((name) => [portVariables[name], String(hostPort === 0 ? 0 : hostPort + PORT_OFFSETS[name])]),
  );
}

const stateVariables = (folder: string): Record<string, string> => ({
  STATE_DIR: folder,
  DATA_DIR: join(folder, 'data'),
  UPLOADS_DIR: join(folder, 'uploads'),
  RELEASES_DIR: join(folder, 'uploaded-releases'),
  REGISTRY_FILE: join(folder, 'remotes.json'),
  SETTINGS_FILE: join(folder, 'settings.json'),
  OPERATOR_SOCKET: join(folder, 'operator.sock'),
});
