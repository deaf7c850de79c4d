import { expect, it } from 'vitest';
import { teamCallOf } from './team-identity.ts';

it.each([
  ['/team/picnic/vote', { team: 'picnic', rest: 'vote' }],
  ['/team/picnic/2023/basket/add.do', { team: 'picnic', rest: '2023/basket/add.do' }],
  ['/team/picnic', null],
  ['/team/picnic/', null],
  ['/team//vote', null],
  ['/team/Picnic/vote', null],
  ['/team/picnic/../other/vote', null],
  ['/team/picnic/..', null],
  ['/team/picnic/.', null],
  ['/team/picnic//vote', null],
  ['/team/picnic//evil.example/vote', null],
  ['/team/picnic/a%2fb', null],
  ['/team/picnic/%2e%2e/vote', null],
  ['/team/picnic/a\\b', null],
  ['/team/picnic/vote?to=https://evil.example', null],
  ['/team/picnic/vote#x', null],
  ['/team/picnic/https://evil.example', null],
  ['/team/picnic/@evil.example', null],
  ['/activity/vote', null],
  ['https://api.example/team/picnic/vote', null],
])('the call of %s is %j', (path, call) => expect(teamCallOf(path)).toEqual(call));
