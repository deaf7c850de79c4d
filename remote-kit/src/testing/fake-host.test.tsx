// @vitest-environment happy-dom
import { defineCall, type DialogContent, specifiedWindows } from '@fridge/shared-contracts';
import { act, cleanup, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contrastRatio, createFakeHost, expired, given, household, lost, sessions } from './index.ts';

const count = defineCall({ path: '/activity/count', access: 'household', data: v.number() });
const save = defineCall({
  path: '/activity/save',
  required: ['id'],
  optional: ['note'],
  access: 'household',
  data: v.unknown(),
});
const unsaved: DialogContent = { title: 'leave?', confirm: 'yes' };

afterEach(cleanup);

describe('calls', () => {
  it('get the prepared answer, a value or a function of their fields', async () => {
    const fake = createFakeHost();
    fake.answer(count, given(3));
    fake.answer(save, ({ id }) => (id === '1' ? given(null) : lost));
    expect(await fake.host.requests.call(count, {})).toEqual(given(3));
    expect(await fake.host.requests.call(save, { id: '1' })).toEqual(given(null));
    expect(await fake.host.requests.call(save, { id: '2', note: 'n' })).toBe(lost);
    expect(fake.sent(save)).toEqual([{ id: '1' }, { id: '2', note: 'n' }]);
  });

  it('wait for an answer of their own when there is no other', async () => {
    const fake = createFakeHost();
    const answer = fake.host.requests.call(count, {});
    fake.made(count)[0]?.answer(given(7));
    expect(await answer).toEqual(given(7));
  });

  it('fail when the release does not list them, as the host lets them', async () => {
    const fake = createFakeHost({ declared: ['/activity/count'] });
    expect(await fake.host.requests.call(save, { id: '1' })).toMatchObject({ ok: false, reason: 'undeclared' });
    expect(fake.calls).toEqual([]);
  });
});

describe('who may act', () => {
  it.each([
    ['a user', {}, {}, 'household', { allowed: true, household }],
    ['a guest', sessions.guest, {}, 'household', { allowed: false, reason: 'noUser' }],
    ['a home without a fridge', sessions.noFridge, {}, 'household', { allowed: false, reason: 'noFridge' }],
    ['outside the app', {}, { inApp: false }, 'household', { allowed: false, reason: 'outsideApp' }],
    [
      'a report link outside the app',
      {},
      { inApp: false },
      'report',
      { allowed: true, household: { ...household, phone: '', homeId: '' } },
    ],
  ] as const)('%s', async (_, session, environment, access, permission) => {
    const fake = createFakeHost({ session, environment, context: { reportAccess: true } });
    expect(await fake.host.session.require(access)).toEqual(permission);
    expect(fake.asked).toEqual([access]);
  });

  it('changes while the screen is mounted', async () => {
    const fake = createFakeHost({ session: sessions.noFridge });
    const heard = vi.fn();
    fake.host.session.subscribe(heard);
    await fake.host.session.bindFridge();
    expect([fake.host.session.getState().needsFridge, fake.timesBound(), heard.mock.calls.length]).toEqual([
      false,
      1,
      1,
    ]);
  });
});

describe('a session that runs out', () => {
  it("is a guest's from the refusal on, and an action that waits for its login goes on", async () => {
    const fake = createFakeHost();
    fake.answer(count, expired);
    expect(await fake.host.requests.call(count, {})).toBe(expired);
    expect(fake.host.session.getState()).toMatchObject({ status: 'guest', userId: '' });
    fake.control.login = { userId: 'another' };
    expect(await fake.host.session.require()).toEqual({
      allowed: true,
      household: { ...household, userId: 'another' },
    });
    expect(fake.host.session.getState()).toMatchObject({ status: 'user', userId: 'another' });
  });

  it('is signed out after a cancelled login', async () => {
    const fake = createFakeHost({ session: sessions.guest });
    expect(await fake.host.session.require()).toEqual({ allowed: false, reason: 'noUser' });
  });
});

describe('leaving', () => {
  it('goes at once when nothing is lost', () => {
    const fake = createFakeHost();
    fake.host.navigation.push('/prize');
    fake.host.navigation.replace('/draw', { id: '1' });
    fake.host.navigation.back();
    expect(fake.went).toEqual([['push', '/prize'], ['replace', '/draw', { id: '1' }], ['back']]);
  });

  it.each([
    [true, 1],
    [false, 0],
  ])('asks about unsaved input: %s', async (agrees, moves) => {
    const fake = createFakeHost();
    fake.control.confirms = () => agrees;
    const takeBack = fake.host.navigation.guard(() => unsaved);
    expect(fake.question()).toEqual(unsaved);
    await fake.pressBack();
    expect([fake.confirmed, fake.went.length]).toEqual([[unsaved], moves]);
    takeBack();
    await fake.pressBack();
    expect([fake.confirmed.length, fake.went.length]).toEqual([1, moves + 1]);
  });

  it('puts the public context into a link, and nothing personal', () => {
    expect(
      createFakeHost({ query: { brand: '1', phone: '13900000000' } }).host.navigation.hrefOf('/address', {
        id: '7',
        phone: '13900000000',
      }),
    ).toBe('/address?brand=1&id=7');
  });
});

describe('a screen that is left', () => {
  it('loses what it registered, and registers nothing more', async () => {
    const fake = createFakeHost();
    const heard = vi.fn();
    const register = () => {
      fake.host.navigation.guard(() => unsaved);
      fake.host.header.set({ title: 'mine' });
      fake.host.sharing.prepare({ title: 't', description: 'd', path: '/', landing: 'activity' });
      fake.host.visibility.subscribe(heard);
    };
    register();
    fake.leave();
    register();
    fake.setVisibility('hidden');
    await fake.pressBack();
    expect([fake.question(), fake.header.getState(), fake.prepared(), heard.mock.calls.length, fake.went]).toEqual([
      null,
      {},
      undefined,
      0,
      [['back']],
    ]);
  });

  it('ignores navigation, dialogs and native pages, while its calls continue', async () => {
    const fake = createFakeHost();
    const saved = fake.host.requests.call(save, { id: '1' });
    const asked = fake.host.feedback.confirm(unsaved);
    fake.leave();
    fake.made(save)[0]?.answer(given(null));
    fake.host.navigation.replace('/works');
    fake.host.navigation.back();
    await fake.host.external.openShop();
    await fake.host.bridge.call('choosePhotos', { max: 1 });
    expect([await saved, await asked, await fake.host.feedback.confirm(unsaved)]).toEqual([given(null), false, false]);
    expect([fake.went, fake.opened, fake.bridgeCalls, fake.confirmed.length]).toEqual([[], [], [], 1]);
  });

  it.each([
    [true, ['已保存']],
    [false, []],
  ])('says what came of its work where the next screen is of the same remote: %s', (toSameRemote, said) => {
    const fake = createFakeHost();
    fake.leave({ toSameRemote });
    fake.host.feedback.toast('已保存');
    expect(fake.toasts).toEqual(said);
  });

  it('opens no login for an action that it began', async () => {
    const fake = createFakeHost({ session: sessions.guest });
    const asked = fake.host.session.require();
    fake.leave();
    expect(await asked).toEqual({ allowed: false, reason: 'noUser' });
    expect(JSON.stringify(fake.log.getState())).not.toContain('the login page opens');
  });

  it('keeps its parameters and closes its dialog', () => {
    const fake = createFakeHost({ query: { id: '7' } });
    const { Dialog } = fake.host.feedback;
    render(
      <Dialog open title="抽奖" onClose={() => {}}>
        content
      </Dialog>,
    );
    act(() => fake.leave());
    fake.control.query = { id: '8' };
    expect([fake.host.navigation.query, screen.queryByRole('dialog')]).toEqual([{ id: '7' }, null]);
  });
});

it('hands over nothing that a screen could write to', () => {
  const { host } = createFakeHost();
  expect(Object.values(host).every(Object.isFrozen) && Object.isFrozen(host)).toBe(true);
  expect([Object.keys(host.skin), Object.keys(host.visibility)]).toEqual([
    ['getState', 'subscribe'],
    ['getState', 'subscribe'],
  ]);
});

it('draws the header of the latest state over the others, until it is taken back', () => {
  const fake = createFakeHost();
  fake.host.header.set({ share: true, title: 'one' });
  const undo = fake.host.header.set({ title: 'two' });
  expect(fake.header.getState()).toEqual({ share: true, title: 'two' });
  undo();
  expect(fake.header.getState()).toEqual({ share: true, title: 'one' });
});

it('keeps the time that a test sets', () => {
  const fake = createFakeHost({ windows: specifiedWindows, now: null });
  expect([fake.host.windows.stateOf('campaign2023'), fake.host.windows.now()]).toEqual(['open', null]);
  fake.setNow(Date.parse('2023-09-01T00:00:00+08:00'));
  expect([fake.host.windows.stateOf('campaign2023'), fake.host.windows.stateOf('another')]).toEqual(['ended', 'open']);
});

it('names its dialog and closes it', () => {
  const { Dialog } = createFakeHost().host.feedback;
  const close = vi.fn();
  const { rerender } = render(
    <Dialog open title="抽奖" onClose={close}>
      content
    </Dialog>,
  );
  screen.getByRole('button', { name: 'close' }).click();
  expect([screen.getByRole('dialog', { name: '抽奖' }).textContent, close.mock.calls.length]).toEqual([
    'closecontent',
    1,
  ]);
  rerender(
    <Dialog open={false} title="抽奖" onClose={close}>
      content
    </Dialog>,
  );
  expect(screen.queryByRole('dialog')).toBeNull();
});

it.each([
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
])('counts the contrast of %s and %s', (one, other, ratio) => expect(contrastRatio(one, other)).toBeCloseTo(ratio, 1));
