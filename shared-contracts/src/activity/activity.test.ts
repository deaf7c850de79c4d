import { describe, expect, expectTypeOf, it } from 'vitest';
import type { BridgeData } from '../bridge/methods.ts';
import type { CallData } from '../wire/calls.ts';
import type { Question } from '../wire/entities.ts';
import { isActivityModule } from './activity-module.ts';
import type { BridgeResult, BridgeService, CallResult, HostServices, RequestService } from './host-services.ts';

describe('isActivityModule', () => {
  const screen = () => Promise.resolve({ default: () => null });
  it.each([
    ['a module', { contract: '1.0', screens: { '/': screen } }, true],
    ['one with more in it', { contract: '1.0', screens: {}, extra: 1 }, true],
    ['no contract', { screens: { '/': screen } }, false],
    ['a screen that is no loader', { contract: '1.0', screens: { '/': {} } }, false],
    ['nothing', null, false],
    ['a function', screen, false],
  ])('%s: %s', (_, exposed, fits) => expect(isActivityModule(exposed)).toBe(fits));
});

describe('the types of the contract', () => {
  it('ties the data of a call to its name', () => {
    expectTypeOf<CallData<'getNewAnswer'>>().toEqualTypeOf<Question>();
    expectTypeOf<CallData<'getSurplusNum'>>().toEqualTypeOf<number>();
    const ask = (requests: RequestService) => requests.call('getSurplusNum', {});
    expectTypeOf(ask).returns.resolves.toEqualTypeOf<CallResult<number>>();
  });

  it('takes only the fields that a call may carry', () => {
    const ask = (requests: RequestService) => {
      void requests.call('AnswerQuestion', { questionId: 'q', correctAnswer: 'A' });
      // @ts-expect-error -- homeId is no field of AnswerQuestion
      void requests.call('AnswerQuestion', { homeId: 'h' });
      // @ts-expect-error -- there is no such call
      void requests.call('dropTables', {});
    };
    expectTypeOf(ask).toBeFunction();
  });

  it('ties parameters and data of the bridge to the method', () => {
    const use = (bridge: BridgeService) => {
      void bridge.call('closePage');
      void bridge.call('choosePhotos', { max: 3 });
      // @ts-expect-error -- choosePhotos needs to know how many
      void bridge.call('choosePhotos');
      return bridge.call('getUserInfo');
    };
    expectTypeOf(use).returns.resolves.toEqualTypeOf<BridgeResult<'getUserInfo'>>();
    expectTypeOf<BridgeData<'getUserInfo'>>().toHaveProperty('userId').toBeString();
  });

  it('shows no access token to a remote', () => {
    expectTypeOf<ReturnType<HostServices['session']['get']>>().not.toHaveProperty('accessToken');
  });
});
