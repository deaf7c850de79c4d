// @vitest-environment happy-dom
import { commonCopy } from '@fridge/shared-contracts';
import {
  createFakeHost,
  expired,
  type FakeHostOptions,
  given,
  household,
  type Reply,
  sessions,
} from '@fridge/remote-kit/testing';
import { contestCalls, workChangedMessage } from '@fridge/shared-contracts/activities/contest';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import { memoryDrafts, type MemoryDrafts } from '../../testing/memory-drafts.ts';
import { aPhotoShare, aWork } from '../../testing/works.ts';
import EditScreen from './edit-screen.tsx';

const drafts = vi.hoisted(() => ({ now: null as MemoryDrafts | null }));
vi.mock('../../form/indexeddb-drafts.ts', () => ({
  get indexedDbDrafts() {
    return drafts.now?.storage;
  },
}));

beforeEach(() => {
  drafts.now = memoryDrafts();
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function mount(work: Reply<typeof contestCalls.getWorkDetail>, options: FakeHostOptions = {}) {
  const fake = createFakeHost({ declared: release.calls, query: { cookId: '7' }, ...options });
  fake.answer(contestCalls.getWorkDetail, work);
  render(<EditScreen host={fake.host} />);
  return fake;
}
const form = async () => within(await screen.findByRole('form'));
const submit = () => fireEvent.click(screen.getByRole('button', { name: copy['contest.edit.submit'] }));
const device = { devicePhone: household.phone, fridgeId: household.fridgeId, spec: '', nickName: '', headImgUrl: '' };

describe('an edit', () => {
  it('of a recipe loses nothing of it', async () => {
    const fake = mount(given(aWork({ status: -1, mark: '不清晰' })));
    fake.answer(contestCalls.updateWork, given({ id: null }));
    const fields = await form();
    expect(screen.getByText('未通过原因：不清晰')).toBeTruthy();
    fireEvent.change(fields.getByLabelText(copy['contest.form.title.label']), { target: { value: '新标题' } });
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    expect(fake.sent(contestCalls.updateWork)).toEqual([
      {
        id: '7',
        cookName: '新标题',
        desc: '字'.repeat(100),
        image: 'https://files.example/1.jpg,https://files.example/2.jpg',
        CookTime: '4',
        materials: '牛腩500克',
        tips: '趁热',
        steps: '[{"image":"https://files.example/s.jpg","stepDesc":"切块"}]',
        ...device,
      },
    ]);
    expect(fake.confirmed[0]).toMatchObject({
      title: copy['contest.edit.success.title'],
      description: copy['contest.edit.success.desc'],
    });
  });

  it('of a photo share goes by its own rules, with its phone', async () => {
    const fake = mount(given(aPhotoShare({ status: 0 })));
    fake.answer(contestCalls.updateWork, given({ id: null }));
    const fields = await form();
    fireEvent.change(fields.getByLabelText(copy['contest.photo.phone.label']), { target: { value: '123' } });
    submit();
    expect(fake.toasts).toEqual([copy['contest.photo.phoneBad.toast']]);
    fireEvent.change(fields.getByLabelText(copy['contest.photo.phone.label']), { target: { value: '13900002002' } });
    submit();
    await waitFor(() =>
      expect(fake.sent(contestCalls.updateWork)).toEqual([
        { id: '7', image: 'https://files.example/1.jpg', desc: '周末的冰箱', phone: '13900002002', ...device },
      ]),
    );
  });

  it.each([
    ['an approved work', given(aWork({ status: 1 })), {}, []],
    ["someone else's", given(aWork({ editPermission: 0 })), {}, []],
    [
      'a work after the end',
      given(aWork()),
      {
        windows: { contest: { start: null, end: '2021-10-13T23:59:59+08:00' } },
        now: Date.parse('2021-10-14T00:00:00+08:00'),
      },
      [copy['contest.entry.notValid.toast']],
    ],
  ])('of %s leads to the work instead', async (_, work, options, toasts) => {
    const fake = mount(work, options);
    await waitFor(() => expect(fake.went).toEqual([['replace', '/detail', { cookId: '7' }]]));
    expect([fake.toasts, screen.queryByRole('form')]).toEqual([toasts, null]);
  });

  it.each([
    ['no work', {}],
    ['a work that is gone', { cookId: '7' }],
  ])('of %s says so, and leads to the works', async (_, query) => {
    const fake = mount({ ok: false, reason: 'notice', code: 204, message: '作品不存在或已删除' }, { query });
    await screen.findByText(copy['contest.detail.missing']);
    fireEvent.click(screen.getByRole('link', { name: copy['contest.works.docTitle'] }));
    expect([fake.went, fake.toasts]).toEqual([[['push', '/works']], []]);
  });

  it('goes on between the end of the collection and the end, and says so when it is over meanwhile', async () => {
    const windows = { contest: { start: null, end: '2021-10-13T23:59:59+08:00' } };
    const fake = mount(given(aWork()), { windows, now: Date.parse('2021-10-13T23:59:00+08:00') });
    fake.answer(contestCalls.updateWork, given({ id: null }));
    await form();
    act(() => fake.setNow(Date.parse('2021-10-14T00:00:00+08:00')));
    submit();
    expect([fake.toasts, fake.made(contestCalls.updateWork)]).toEqual([[copy['contest.entry.notValid.toast']], []]);
    expect(screen.getByRole('form')).toBeTruthy();
  });

  it('is kept as a draft of its own, and asked for before it is left', async () => {
    const first = mount(given(aWork()));
    const fields = await form();
    expect(first.question()).toBeNull();
    fireEvent.change(fields.getByLabelText(copy['contest.form.title.label']), { target: { value: '改过' } });
    expect(first.question()).not.toBeNull();
    await act(async () => first.setVisibility('hidden'));
    expect(drafts.now?.keys()).toEqual([`${household.userId}/edit/7`]);
    cleanup();
    const fake = mount(given(aWork()));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(copy['contest.form.title.label']).value).toBe('改过'),
    );
    expect(screen.getAllByAltText(/^已选图片/).map((image) => image.getAttribute('src'))).toEqual([
      'https://files.example/1.jpg',
      'https://files.example/2.jpg',
    ]);
    expect(fake.toasts).toEqual([copy['contest.upload.draft.toast']]);
  });

  it('goes on with the same save after the login that it takes, with the form where it was', async () => {
    const fake = mount(given(aWork()));
    const title = (await form()).getByLabelText<HTMLInputElement>(copy['contest.form.title.label']);
    fireEvent.change(title, { target: { value: '改过' } });
    let tries = 0;
    fake.answer(contestCalls.updateWork, () => ((tries += 1) === 2 ? given({ id: null }) : expired));
    let logIn = (_user: object) => {};
    fake.control.login = new Promise((resolve) => (logIn = resolve));
    submit();
    await waitFor(() => expect(fake.host.session.getState().status).toBe('guest'));
    expect([title.isConnected, title.value]).toEqual([true, '改过']);
    await act(async () => logIn({}));
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    const [first, second] = fake.sent(contestCalls.updateWork);
    expect([second, fake.made(contestCalls.getWorkDetail).length, fake.toasts]).toEqual([first, 1, []]);
  });

  it.each([
    ['while it was edited', false],
    ['after its draft was begun', true],
  ])(
    'of a work that was submitted anew %s keeps what was typed, and replaces it at the next press',
    async (_, later) => {
      let fake = mount(given(aWork({ revision: 1 })));
      const title = async () => (await form()).getByLabelText<HTMLInputElement>(copy['contest.form.title.label']);
      fireEvent.change(await title(), { target: { value: '改过' } });
      if (later) {
        await act(async () => fake.setVisibility('hidden'));
        cleanup();
        fake = mount(given(aWork({ cookName: '别处改的标题', revision: 2 })));
      }
      fake.answer(contestCalls.getWorkDetail, given(aWork({ cookName: '别处改的标题', revision: 2 })));
      fake.answer(contestCalls.updateWork, { ok: false, reason: 'refused', code: 409, message: workChangedMessage });
      await form();
      submit();
      expect((await screen.findByText(workChangedMessage)).closest('p')).toBeTruthy();
      expect((await title()).value).toBe('改过');
      fake.answer(contestCalls.updateWork, given({ id: null }));
      submit();
      await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
      expect(fake.sent(contestCalls.updateWork).map(({ cookName, revision }) => [cookName, revision])).toEqual([
        ['改过', '1'],
        ['改过', undefined],
      ]);
    },
  );

  it('is never sent as the work of somebody else who logs in', async () => {
    const fake = mount(given(aWork()));
    fireEvent.change((await form()).getByLabelText(copy['contest.form.title.label']), { target: { value: '改过' } });
    fake.answer(contestCalls.updateWork, expired);
    fake.answer(contestCalls.getWorkDetail, given(aWork({ editPermission: 0 })));
    fake.control.login = { userId: 'another' };
    submit();
    await waitFor(() => expect(fake.went).toEqual([['replace', '/detail', { cookId: '7' }]]));
    expect(fake.sent(contestCalls.updateWork)).toHaveLength(1);
  });

  it('asks a guest for the login that it takes', async () => {
    const fake = createFakeHost({ declared: release.calls, query: { cookId: '7' }, session: sessions.guest });
    fake.answer(contestCalls.getWorkDetail, () =>
      fake.host.session.getState().status === 'user'
        ? given(aWork())
        : { ok: false, reason: 'refused', code: 403, message: '您没有权限操作这件作品' },
    );
    fake.control.login = { userId: household.userId };
    render(<EditScreen host={fake.host} />);
    await form();
    expect(fake.toasts).toEqual([]);
  });

  it('opens no login page by itself when the network is back', async () => {
    const refused = { ok: false, reason: 'refused', code: 403, message: '您没有权限操作这件作品' } as const;
    const fake = mount(refused, { session: sessions.guest });
    const retry = await screen.findByText(commonCopy['common.retry']);
    expect(fake.asked).toEqual(['household']);
    act(() => void window.dispatchEvent(new Event('online')));
    await act(async () => {});
    expect(fake.asked).toHaveLength(1);
    fireEvent.click(retry);
    await waitFor(() => expect(fake.asked).toHaveLength(2));
  });

  it('asks for the login where the session turns out to have run out', async () => {
    const fake = createFakeHost({ declared: release.calls, query: { cookId: '7' } });
    let asked = 0;
    fake.answer(contestCalls.getWorkDetail, () => ((asked += 1) < 3 ? expired : given(aWork())));
    fake.control.login = { userId: household.userId };
    render(<EditScreen host={fake.host} />);
    await form();
    expect(asked).toBe(3);
  });

  it('invites a home without a fridge to bind one, with what was typed', async () => {
    const fake = mount(given(aWork()), { session: sessions.noFridge });
    fake.answer(contestCalls.updateWork, given({ id: null }));
    fireEvent.change((await form()).getByLabelText(copy['contest.form.title.label']), { target: { value: '改过' } });
    fireEvent.click(screen.getByText(commonCopy['host.bind.button']));
    await waitFor(() => expect(screen.queryByText(commonCopy['host.bind.button'])).toBeNull());
    submit();
    await waitFor(() => expect(fake.sent(contestCalls.updateWork)).toMatchObject([{ cookName: '改过' }]));
  });

  it('ends with a deletion, draft and all, without a question of its own', async () => {
    const fake = mount(given(aWork()));
    fake.answer(contestCalls.delWork, given(null));
    const fields = await form();
    fireEvent.change(fields.getByLabelText(copy['contest.form.title.label']), { target: { value: '改过' } });
    act(() => fake.header.getState().right?.onPress());
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    expect([fake.header.getState().right?.label, fake.confirmed.length, drafts.now?.keys()]).toEqual([
      copy['contest.edit.headerDelete'],
      1,
      [],
    ]);
  });

  it('says when the work can’t be read', async () => {
    mount({ ok: false, reason: 'refused', code: 403, message: '作品不存在或已删除' });
    expect((await screen.findByRole('alert')).textContent).toBe(copy['contest.detail.fail']);
  });
});
