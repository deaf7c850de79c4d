import { describe, expect, it } from 'vitest';
import { contractText } from '@fridge/shared-contracts';
import { defineRemote } from './define-remote.ts';
import { checkDefinition, type ReleaseDefinition } from './release-definition.ts';

const definition: ReleaseDefinition = {
  name: 'draw',
  version: '1.0.0',
  contract: contractText,
  title: '幸运大转盘',
  description: '',
  picture: null,
  routes: [
    {
      path: '/draw',
      title: '',
      screen: 'src/screens/draw/draw-screen.tsx',
      window: 'draw',
      tone: { background: '#7a0a1b', ink: '#ffffff' },
    },
  ],
  bridge: ['getUserInfo', 'share'],
  requires: ['getUserInfo'],
  calls: ['/fridge/AnnualDraw21/draw', 'setting:isDirect'],
  publicParameters: ['worksId'],
};

describe('what a team declares of its release', () => {
  it('may be the calls of the product and parameters that tell nothing of a person', () =>
    expect(() => checkDefinition(definition)).not.toThrow());

  it.each<[string, Partial<ReleaseDefinition>, RegExp]>([
    [
      "a call outside the product's own",
      { calls: ['/demo/login'] },
      /calls\.0: a call of the product's own.*"\/demo\/login"/,
    ],
    ['a call on another server', { calls: ['//elsewhere.example/activity/a'] }, /calls\.0/],
    ['a personal parameter', { publicParameters: ['worksId', 'phone'] }, /publicParameters\.1.*"phone"/],
    [
      'a tone that is no colour',
      {
        routes: [
          { path: '/draw', title: '', screen: 's.tsx', window: null, tone: { background: 'url(//x)', ink: '#ffffff' } },
        ],
      },
      /routes\.0/,
    ],
    ['a required bridge method that it may not use', { requires: ['login'] }, /requires: methods that `bridge` lists/],
    ['a redirect to nowhere', { redirects: [{ from: '/wheel', to: '/drwa' }] }, /leads to \/drwa/],
    ['a version that is none', { version: 'newest' }, /version/],
  ])('is refused at the first build with %s', (_, change, message) => {
    expect(() => defineRemote({ ...definition, ...change }, '/remote')).toThrow(message);
  });
});
