import { describe, expect, it } from 'vitest';
import { classifyMessage } from './bridge-link.ts';

const hostOrigin = 'http://localhost:4170';
const page = { name: 'page' };
const second = { name: 'second' };
const foreign = { name: 'foreign' };
const trusted = { hostOrigin, views: new Map([[page, 1], [second, 2]]) };
const call = { id: 'a1', method: 'getUserInfo' };

describe('classifyMessage', () => {
  it.each([
    ['a call', hostOrigin, page, call, { kind: 'call', view: 1, id: 'a1', method: 'getUserInfo', params: undefined }],
    ['a call of the second web view', hostOrigin, second, { ...call, params: { max: 1 } }, { kind: 'call', view: 2, id: 'a1', method: 'getUserInfo', params: { max: 1 } }],
    ['a number for an id', hostOrigin, page, { ...call, id: 0 }, { kind: 'call', view: 1, id: 0, method: 'getUserInfo', params: undefined }],
    ['a hello', hostOrigin, page, { hello: 'host' }, { kind: 'hello', view: 1 }],
    ['another origin', 'http://evil.example', page, call, { kind: 'refused', reason: 'origin', origin: 'http://evil.example', method: 'getUserInfo' }],
    ['an origin that only begins alike', `${hostOrigin}.evil.example`, page, call, { kind: 'refused', reason: 'origin', origin: `${hostOrigin}.evil.example`, method: 'getUserInfo' }],
    ['an opaque origin', 'null', page, call, { kind: 'refused', reason: 'origin', origin: 'null', method: 'getUserInfo' }],
    ['another window', hostOrigin, foreign, call, { kind: 'refused', reason: 'source', origin: hostOrigin, method: 'getUserInfo' }],
    ['no window', hostOrigin, null, call, { kind: 'refused', reason: 'source', origin: hostOrigin, method: 'getUserInfo' }],
    ['a foreign hello', 'http://evil.example', foreign, { hello: 'host' }, { kind: 'refused', reason: 'origin', origin: 'http://evil.example', method: 'hello' }],
    ['another hello', hostOrigin, page, { hello: 'CompanionApp/8.1.0' }, { kind: 'ignored' }],
    ['no id', hostOrigin, page, { method: 'share' }, { kind: 'ignored' }],
    ['an empty id', hostOrigin, page, { id: '', method: 'share' }, { kind: 'ignored' }],
    ['an answer', hostOrigin, page, { id: '1', ok: true }, { kind: 'ignored' }],
    ['text', hostOrigin, page, '{"id":"1","method":"share"}', { kind: 'ignored' }],
    ['nothing', hostOrigin, page, null, { kind: 'ignored' }],
  ])('%s', (_name, origin, source, data, incoming) => expect(classifyMessage({ origin, source, data }, trusted)).toEqual(incoming));
});
