import { describe, expect, expectTypeOf, it } from 'vitest';
import * as v from 'valibot';
import type { campaignCalls, Question } from '../activities/campaign/index.ts';
import { drawCalls, type Surplus } from '../activities/draw/index.ts';
import type { BridgeData } from './bridge.ts';
import { isActivityModule } from './activity-module.ts';
import { type CallData, defineCall } from './calls.ts';
import type {
  BridgeResult,
  BridgeService,
  CallResult,
  HostServices,
  RequestService,
  TrackingService,
} from './host-services.ts';

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
  it('ties the data of a call to its definition', () => {
    expectTypeOf<CallData<typeof campaignCalls.getNewAnswer>>().toEqualTypeOf<Question>();
    const ask = (requests: RequestService) => requests.call(drawCalls.getSurplusNum, {});
    expectTypeOf(ask).returns.resolves.toEqualTypeOf<CallResult<Surplus>>();
  });

  it('takes only the fields and files that a call defines', () => {
    const upload = defineCall({
      path: '/activity/uploadWork',
      required: ['fridgeId'],
      files: ['imgUrl'],
      access: 'household',
      data: v.object({ imgUrl: v.string() }),
    });
    const ask = (requests: RequestService) => {
      void requests.call(drawCalls.draw, { requestId: 'r' });
      // @ts-expect-error -- homeId is no field of draw
      void requests.call(drawCalls.draw, { requestId: 'r', homeId: 'h' });
      // @ts-expect-error -- requestId is required
      void requests.call(drawCalls.draw, {});
      void requests.call(upload, { fridgeId: 'f' }, { files: { imgUrl: new Blob() } });
      // @ts-expect-error -- no file of that name
      void requests.call(upload, { fridgeId: 'f' }, { files: { image: new Blob() } });
    };
    expectTypeOf(ask).toBeFunction();
  });

  it('lets no phone, token, code or address into an event', () => {
    const phone = (): string => '13900002001';
    const track = (tracking: TrackingService) => {
      tracking.click('campaign.home.question');
      // @ts-expect-error -- a value that is known only at runtime may be anything
      tracking.click(phone());
      // @ts-expect-error -- nor may it hide behind a prefix
      tracking.click(`phone.${phone()}` as const);
      // @ts-expect-error -- digits are never part of a name
      tracking.click('13900002001');
    };
    expectTypeOf(track).toBeFunction();
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
    expectTypeOf<ReturnType<HostServices['session']['getState']>>().not.toHaveProperty('accessToken');
  });
});
