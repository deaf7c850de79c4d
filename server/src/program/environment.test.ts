import { describe, expect, it } from 'vitest';
import { StartRefused, readEnvironment } from './environment.ts';

const keys = {
  CLOUD_KEY: 'a cloud key of the length that is asked for',
  SIGNING_KEY: 'a signing key of some length',
  REPORT_LINK_KEY: 'sixteen-letters!',
  PUBLIC_HOST_ORIGIN: 'https://activities.example',
  PUBLIC_API_ORIGIN: 'https://api.example',
};

const attempt = () =>
  readEnvironment({
    PORT: 'x1',
    DEMO: 'yes',
    DEMO_CLOCK: '2023-08-01 10:00',
    DATABASE_URL: 'mysql://secret',
    ALLOWED_ORIGINS: 'https://a.example/path',
    SIGNER: 'md5',
    CLOUD_KEY: 'short',
  });

describe('readEnvironment', () => {
  it('fills defaults and treats empty variables as unset', () => {
    const environment = readEnvironment({ DEMO: '1', DEMO_CLOCK: '', DATABASE_URL: '', PORT: '' });
    expect(environment).toMatchObject({
      PORT: 4170,
      API_PORT: 4180,
      RELEASES_PORT: 4182,
      OPERATIONS_PORT: 4191,
      LISTENERS: ['host', 'api', 'releases', 'operations'],
      PUBLIC_HOST_ORIGIN: 'http://localhost:4170',
      PUBLIC_API_ORIGIN: 'http://localhost:4180',
      PUBLIC_RELEASES_ORIGIN: 'http://localhost:4182',
      DEMO: true,
      SIGNER: 'hmac-sha256',
    });
    expect(environment.DEMO_CLOCK).toBeUndefined();
    expect(environment.DATABASE_URL).toBeUndefined();
  });

  it.each([
    [{ PORT: '5170' }, [5170, 5180, 5182, 5191]],
    [{ PORT: '0' }, [0, 0, 0, 0]],
    [{ PORT: '80', API_PORT: '8080', RELEASES_PORT: '8082', OPERATIONS_PORT: '9090' }, [80, 8080, 8082, 9090]],
  ])('lets the ports follow that of the host in %j', (given, ports) => {
    const { PORT, API_PORT, RELEASES_PORT, OPERATIONS_PORT } = readEnvironment({ ...keys, ...given });
    expect([PORT, API_PORT, RELEASES_PORT, OPERATIONS_PORT]).toEqual(ports);
  });

  it('switches listeners, and refuses one that does not exist', () => {
    expect(readEnvironment({ ...keys, LISTENERS: 'host, api' }).LISTENERS).toEqual(['host', 'api']);
    expect(() => readEnvironment({ ...keys, LISTENERS: 'host,console' })).toThrow('LISTENERS.1: of host, api');
    expect(() => readEnvironment({ ...keys, LISTENERS: ',' })).toThrow('LISTENERS: at least one');
  });

  it('lists every bad variable at once, without its value', () => {
    expect(attempt).toThrow(StartRefused);
    expect(attempt).toThrow(
      /PORT[^]*DATABASE_URL[^]*DEMO[^]*DEMO_CLOCK[^]*ALLOWED_ORIGINS[^]*SIGNER[^]*CLOUD_KEY[^]*SIGNING_KEY: required/,
    );
    expect(attempt).not.toThrow(/secret/);
  });

  it.each([
    [
      'no key at all',
      {},
      ['CLOUD_KEY: required', 'SIGNING_KEY: required', 'REPORT_LINK_KEY: required', 'PUBLIC_HOST_ORIGIN: required'],
    ],
    ['only the cloud key', { CLOUD_KEY: keys.CLOUD_KEY }, ['SIGNING_KEY: required']],
  ])('refuses to run outside the demonstration with %s', (_, given, complaints) => {
    for (const complaint of complaints) expect(() => readEnvironment(given)).toThrow(complaint);
  });

  it.each(['https://a;script-src', "https://'self'", 'https://*.example'])('refuses the origin %j', (origin) => {
    expect(() => readEnvironment({ ...keys, ALLOWED_ORIGINS: origin })).toThrow('ALLOWED_ORIGINS.0: origins such as');
    expect(() => readEnvironment({ ...keys, PUBLIC_PICTURES_ORIGIN: origin })).toThrow(
      'PUBLIC_PICTURES_ORIGIN: an origin',
    );
  });

  it.each([
    ['', []],
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, ::1,fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
  ])('trusts the proxies %j', (text, expected) =>
    expect(readEnvironment({ ...keys, TRUSTED_PROXIES: text }).TRUSTED_PROXIES).toEqual(expected),
  );

  it.each(['true', '*', '10.0.0.0/33', '10.0.0.0/', '10.0.0.1/8/8', 'proxy.example'])(
    'refuses the proxy %j',
    (text) => {
      expect(() => readEnvironment({ ...keys, TRUSTED_PROXIES: text })).toThrow(/TRUSTED_PROXIES/);
    },
  );

  it.each([
    ['DATABASE_POOL_SIZE', '0', /DATABASE_POOL_SIZE: at least 1/],
    ['DATABASE_POOL_SIZE', '201', /DATABASE_POOL_SIZE: at most 200/],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '60001', /DATABASE_STATEMENT_TIMEOUT_MS: at most 60000/],
    ['ANSWER_TIME_LIMIT_MS', '10', /ANSWER_TIME_LIMIT_MS: at least 100/],
    ['DATABASE_LOCK_TIMEOUT_MS', '0', /DATABASE_LOCK_TIMEOUT_MS: at least 100/],
    ['DATABASE_CONNECT_TIMEOUT_MS', 'never', /DATABASE_CONNECT_TIMEOUT_MS: a whole number/],
  ])('bounds %s: not %s', (name, value, complaint) => {
    expect(() => readEnvironment({ ...keys, [name]: value })).toThrow(complaint);
  });

  it.each([
    ['', []],
    ['https://a.example', ['https://a.example']],
    ['https://a.example, http://b.example:8080', ['https://a.example', 'http://b.example:8080']],
  ])('reads the origins %j', (text, expected) => {
    expect(readEnvironment({ ...keys, ALLOWED_ORIGINS: text }).ALLOWED_ORIGINS).toEqual([
      keys.PUBLIC_HOST_ORIGIN,
      ...expected,
    ]);
  });
});
