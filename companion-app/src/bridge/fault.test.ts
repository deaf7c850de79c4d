import { bridgeMethods } from '@fridge/shared-contracts/page';
import { describe, expect, it } from 'vitest';
import { readFaults, writeFaults } from './fault.ts';

describe('readFaults', () => {
  it.each([
    ['share:silent', { share: { mode: 'silent' } }],
    ['share:slow', { share: { mode: 'slow', seconds: 3 } }],
    ['share:slow:0.5', { share: { mode: 'slow', seconds: 0.5 } }],
    ['share:slow:-1', { share: { mode: 'slow', seconds: 0 } }],
    ['share:slow:9999', { share: { mode: 'slow', seconds: 120 } }],
    ['share:slow:x', { share: { mode: 'slow', seconds: 0 } }],
    ['share:fail', { share: { mode: 'fail', code: 500, errMessage: 'demo failure' } }],
    ['share:fail:-1:TimeOut', { share: { mode: 'fail', code: -1, errMessage: 'TimeOut' } }],
    ['share:fail:7:a:b', { share: { mode: 'fail', code: 7, errMessage: 'a:b' } }],
    ['share:fail:x', { share: { mode: 'fail', code: 500, errMessage: 'demo failure' } }],
    ['share:none', { share: { mode: 'none' } }],
    ['share:broken', {}],
    ['unknown:silent', {}],
    ['toString:silent', {}],
    ['share', {}],
    ['', {}],
  ])('%s', (text, faults) => expect(readFaults([text])).toEqual(faults));

  it('silences all methods, and a later one overrides', () => {
    const faults = readFaults(['all:silent', 'share:twice']);
    expect(Object.keys(faults)).toHaveLength(bridgeMethods.length);
    expect(faults.share).toEqual({ mode: 'twice' });
    expect(faults.login).toEqual({ mode: 'silent' });
  });
});

describe('writeFaults', () => {
  it.each([
    [[], []],
    [['all:silent'], ['all:silent']],
    [['share:none'], []],
    [
      ['getUserInfo:slow:2', 'share:fail:4:no', 'login:late'],
      ['getUserInfo:slow:2', 'share:fail:4:no', 'login:late'],
    ],
  ])('%j -> %j', (texts, written) => expect(writeFaults(readFaults(texts))).toEqual(written));
});
