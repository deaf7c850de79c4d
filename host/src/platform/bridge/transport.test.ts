import { describe, expect, it } from 'vitest';
import { frameParent } from './transport.ts';

const page = { framed: true, ancestorOrigins: undefined as readonly string[] | undefined, referrer: '', origin: 'https://host.test' };
const allowed = ['https://app.test', 'https://host.test'];

describe('frameParent', () => {
  it.each([
    ['not framed', { framed: false, referrer: 'https://app.test/' }, { kind: 'none' }],
    ['an allowed parent', { ancestorOrigins: ['https://app.test'] }, { kind: 'allowed', origin: 'https://app.test' }],
    ['a foreign parent', { ancestorOrigins: ['https://evil.test'] }, { kind: 'foreign' }],
    ['a foreign parent inside the app', { ancestorOrigins: ['https://evil.test', 'https://app.test'] }, { kind: 'foreign' }],
    ['a foreign parent with a borrowed referrer', { ancestorOrigins: ['https://evil.test'], referrer: 'https://app.test/x' }, { kind: 'foreign' }],
    ['a sandboxed parent', { ancestorOrigins: ['null'] }, { kind: 'foreign' }],
    ['an allowed referrer', { referrer: 'https://app.test/phone?x=1' }, { kind: 'allowed', origin: 'https://app.test' }],
    ['no referrer', {}, { kind: 'unknown' }],
    ['a foreign referrer', { referrer: 'https://evil.test/' }, { kind: 'unknown' }],
    ['the page as its own referrer', { referrer: 'https://host.test/open' }, { kind: 'unknown' }],
    ['a look-alike referrer', { referrer: 'https://app.test.evil.test/' }, { kind: 'unknown' }],
    ['another port', { referrer: 'https://app.test:8443/' }, { kind: 'unknown' }],
    ['a broken referrer', { referrer: 'about:client' }, { kind: 'unknown' }],
  ])('%s', (_name, changes, parent) => expect(frameParent({ ...page, ...changes }, allowed)).toEqual(parent));
});
