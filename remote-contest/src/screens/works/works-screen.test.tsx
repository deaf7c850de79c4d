// @vitest-environment happy-dom
import {
  createFakeHost,
  expired,
  type FakeHostOptions,
  given,
  household,
  lost,
  type Reply,
  sessions,
} from '@fridge/remote-kit/testing';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { commonCopy, fill } from '@fridge/shared-contracts';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import { memoryDrafts } from '../../testing/memory-drafts.ts';
import { aPhotoShare, aWork } from '../../testing/works.ts';
import WorksScreen from './works-screen.tsx';

const drafts = vi.hoisted(() => ({ now: null as ReturnType<typeof memoryDrafts> | null }));
vi.mock('../../form/indexeddb-drafts.ts', () => ({
  get indexedDbDrafts() {
    return drafts.now?.storage;
  },
}));

beforeEach(() => {
  drafts.now = memoryDrafts();
});
afterEach(cleanup);

const end = '2021-10-13T23:59:59+08:00';
const at = (moment: string) => Date.parse(`${moment}+08:00`);
const windows = { contest: { start: null, end } };

function mount(works: Reply<typeof contestCalls.getMyWorks>, options: FakeHostOptions = {}) {
  const fake = createFakeHost({ declared: release.calls, windows, now: at('2021-09-20T12:00'), ...options });
  fake.answer(contestCalls.getMyWorks, works);
  render(<WorksScreen host={fake.host} />);
  return fake;
}
/** Hides the page and shows it again. */
const comeBack = async (fake: ReturnType<typeof mount>) => {
  act(() => fake.setVisibility('hidden'));
  act(() => fake.setVisibility('visible'));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
};
const cards = () => screen.findAllByTestId('work');
const upload = () => fireEvent.click(screen.getByRole('button', { name: copy['contest.works.upload'] }));

describe('my works', () => {
  it('show each with its status, its reason, its prize and what may be done with it', async () => {
    const fake = mount(
      given([
        aWork(),
        aWork({ id: '8', status: 1, drawId2: 3 }),
        aPhotoShare({ id: '9', status: -1, mark: '图片不够清晰' }),
        aWork({ id: '10', status: -1 }),
      ]),
    );
    const [pending, approved, rejected, unexplained] = (await cards()).map((card) => within(card));
    expect(fake.sent(contestCalls.getMyWorks)).toEqual([
      { devicePhone: household.phone, fridgeId: household.fridgeId },
    ]);
    expect(pending?.getByText(copy['contest.status.0'])).toBeTruthy();
    expect(pending?.getByText('提交时间：2021-09-10 18:30')).toBeTruthy();
    expect(pending?.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/detail?cookId=7',
      '/edit?cookId=7',
    ]);
    expect(approved?.getByText(copy['contest.works.prizeTag'])).toBeTruthy();
    expect(approved?.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/detail?cookId=8',
      '/prize',
    ]);
    expect(approved?.queryByRole('button')).toBeNull();
    expect(rejected?.getByText('未通过原因：图片不够清晰')).toBeTruthy();
    expect(rejected?.getByRole('heading', { name: '周末的冰箱' })).toBeTruthy();
    expect(unexplained?.getByText(copy['contest.status.reasonEmpty'])).toBeTruthy();
  });

  it('offers no way to prizes that leads nowhere', async () => {
    const fake = createFakeHost({ windows });
    fake.control.opens = () => false;
    fake.answer(contestCalls.getMyWorks, given([aWork({ status: 1, drawId2: 3 })]));
    render(<WorksScreen host={fake.host} />);
    await cards();
    expect(screen.queryByText(copy['contest.works.prizeLink'])).toBeNull();
  });

  it('deletes after a question, says so, and gives the focus to the heading', async () => {
    const fake = mount(given([aWork(), aWork({ id: '8' })]));
    fake.answer(contestCalls.delWork, given(null));
    const [first] = await cards();
    fake.control.confirms = () => false;
    const press = () => first && fireEvent.click(within(first).getByRole('button'));
    press();
    await waitFor(() => expect(fake.confirmed).toHaveLength(1));
    expect(fake.sent(contestCalls.delWork)).toEqual([]);
    fake.control.confirms = () => true;
    press();
    await waitFor(() => expect(screen.getAllByTestId('work')).toHaveLength(1));
    expect(fake.sent(contestCalls.delWork)).toEqual([
      { id: '7', devicePhone: household.phone, fridgeId: household.fridgeId },
    ]);
    expect(fake.toasts).toEqual([copy['contest.detail.deleted.toast']]);
    await waitFor(() => expect(document.activeElement?.textContent).toBe(copy['host.default.contest.title']));
  });

  it('deletes a draft of it too, and only that', async () => {
    const kept = [`${household.userId}/edit/7`, `${household.userId}/recipe`];
    for (const key of kept) await drafts.now?.storage.save(key, { keptAt: 0 }, new Map());
    const fake = mount(given([aWork()]));
    fake.answer(contestCalls.delWork, given(null));
    const [first] = await cards();
    if (first) fireEvent.click(within(first).getByRole('button'));
    // The code of the forms loads late.
    await waitFor(() => expect(drafts.now?.keys()).toEqual(kept.slice(1)), { timeout: 4_000 });
  });

  it('deletes through the login that it takes', async () => {
    const fake = mount(given([aWork(), aWork({ id: '8' })]));
    const [first] = await cards();
    let tries = 0;
    fake.answer(contestCalls.delWork, () => ((tries += 1) === 1 ? expired : given(null)));
    fake.control.login = {};
    if (first) fireEvent.click(within(first).getByRole('button'));
    await waitFor(() => expect(fake.toasts).toEqual([copy['contest.detail.deleted.toast']]));
    await waitFor(() => expect(screen.getAllByTestId('work')).toHaveLength(1));
    expect(fake.sent(contestCalls.delWork)).toHaveLength(2);
  });

  it('keeps a work whose deletion failed', async () => {
    const fake = mount(given([aWork()]));
    fake.answer(contestCalls.delWork, { ok: false, reason: 'refused', code: 403, message: '已通过的作品不能删除' });
    const [card] = await cards();
    if (card) fireEvent.click(within(card).getByRole('button'));
    await waitFor(() => expect(fake.sent(contestCalls.delWork)).toHaveLength(1));
    await waitFor(() =>
      expect([screen.getAllByTestId('work').length, fake.toasts]).toEqual([1, ['已通过的作品不能删除']]),
    );
  });

  it('says in its place that it failed, leaves the server’s reason to the host’s toast, and tries again', async () => {
    const fake = mount({ ok: false, reason: 'refused', code: 500, message: '服务器繁忙，请稍后再试' });
    await screen.findByText(commonCopy['common.loadFail']);
    expect(fake.made(contestCalls.getMyWorks)[0]?.options.quiet).toBe(false);
    fake.answer(contestCalls.getMyWorks, given([]));
    fireEvent.click(screen.getByText(commonCopy['common.retry']));
    await screen.findByText(copy['contest.works.empty.title']);
    expect(fake.toasts).toEqual(['服务器繁忙，请稍后再试']);
  });

  it('are read again when the browser brings the page back from its cache', async () => {
    const fake = mount(given([aWork()]));
    await cards();
    fake.answer(contestCalls.getMyWorks, given([aWork({ status: 1 })]));
    await act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await screen.findByText(copy['contest.status.1']);
  });

  it('never show a deleted work again for an answer that was asked for before', async () => {
    const fake = mount(given([aWork(), aWork({ id: '8' })]));
    fake.answer(contestCalls.delWork, given(null));
    const [first] = await cards();
    fake.answer(contestCalls.getMyWorks, () => new Promise(() => {}));
    await comeBack(fake);
    if (first) fireEvent.click(within(first).getByRole('button'));
    await waitFor(() => expect(screen.getAllByTestId('work')).toHaveLength(1));
    await act(async () => fake.made(contestCalls.getMyWorks)[1]?.answer(given([aWork(), aWork({ id: '8' })])));
    expect(screen.getAllByTestId('work')).toHaveLength(1);
  });

  it('show the latest answer, whatever comes after it', async () => {
    const fake = mount(given([aWork()]));
    await cards();
    fake.answer(contestCalls.getMyWorks, () => new Promise(() => {}));
    await comeBack(fake);
    await comeBack(fake);
    const [, earlier, later] = fake.made(contestCalls.getMyWorks);
    await act(async () => later?.answer(given([aWork({ status: 1 })])));
    await act(async () => earlier?.answer(given([aWork({ status: 0 })])));
    expect(screen.getByText(copy['contest.status.1'])).toBeTruthy();
  });

  it('shows a decision at the next look, and no failure that nobody asked for', async () => {
    const fake = mount(given([aWork()]));
    await cards();
    fake.answer(contestCalls.getMyWorks, lost);
    await comeBack(fake);
    expect(screen.getByText(copy['contest.status.0'])).toBeTruthy();
    expect(fake.made(contestCalls.getMyWorks)[1]?.options.quiet).toBe(true);
    fake.answer(contestCalls.getMyWorks, given([aWork({ status: 1 })]));
    await comeBack(fake);
    await screen.findByText(copy['contest.status.1']);
  });

  it("never shows one user the other's", async () => {
    const fake = mount(given([aWork()]));
    await cards();
    fake.answer(contestCalls.getMyWorks, () => new Promise(() => {}));
    act(() => fake.setSession({ userId: 'another' }));
    expect(screen.queryByTestId('work')).toBeNull();
  });
});

describe('the upload entry', () => {
  it.each([
    ['2021-10-08T23:59:58', [['push', '/upload']], []],
    ['2021-10-08T23:59:59', [], [copy['contest.entry.collectEnded.toast']]],
    ['2021-10-13T23:59:59', [], [copy['contest.entry.collectEnded.toast']]],
    ['2021-10-14T00:00:00', [], [copy['contest.entry.notValid.toast']]],
  ])('at %s goes %j and says %j', async (moment, went, toasts) => {
    const fake = mount(given([aWork()]), { now: at(moment) });
    await cards();
    upload();
    expect([fake.went, fake.toasts]).toEqual([went, toasts]);
  });

  it("follows the server's period, not the address", async () => {
    const fake = mount(given([]), { query: { eTime: '2020-01-01' } });
    await screen.findByText(copy['contest.works.empty.title']);
    upload();
    expect(fake.went).toEqual([['push', '/upload']]);
    expect(screen.getByRole('link', { name: copy['contest.works.ruleLink'] }).getAttribute('href')).toBe(
      '/works/rule?eTime=2020-01-01',
    );
  });

  it('is open while the clock is not known', async () => {
    const fake = mount(given([]), { now: null });
    await screen.findByText(copy['contest.works.empty.title']);
    upload();
    expect(fake.went).toEqual([['push', '/upload']]);
  });
});

describe('the occasion', () => {
  it('is told once it has ended, and edits are over; deleting is not', async () => {
    mount(given([aWork()]), { now: at('2021-10-14T00:00:00') });
    await cards();
    expect(screen.getByText(copy['contest.entry.ended'])).toBeTruthy();
    expect(screen.queryByText(copy['contest.works.edit'])).toBeNull();
    expect(screen.getByText(copy['contest.works.delete'])).toBeTruthy();
  });

  it('lacks a fridge: binding one leads to the works', async () => {
    const fake = mount(given([]), { session: sessions.noFridge });
    const bind = await screen.findByRole('button', { name: commonCopy['host.bind.button'] });
    bind.focus();
    fireEvent.click(bind);
    const title = await screen.findByText(copy['contest.works.empty.title']);
    expect([fake.timesBound(), document.activeElement?.contains(title)]).toEqual([1, true]);
    expect(document.activeElement).not.toBe(document.body);
    expect(screen.queryByText(commonCopy['host.bind.title'])).toBeNull();
  });

  it.each([
    ['the works come later', false],
    ['the home is known later', true],
  ])('lacks a fridge and has works: what came first stays in its place when %s', async (_, worksFirst) => {
    let arrive: () => void = () => undefined;
    const works = new Promise<void>((resolve) => (arrive = resolve));
    const answer = async () => (await works, given([aWork()]));
    const fake = mount(answer, { session: worksFirst ? sessions.user : sessions.noFridge });
    const invitation = () => screen.queryByText(commonCopy['host.bind.title'])?.closest('section') ?? null;
    const before = invitation();
    await act(async () => arrive());
    const [card] = await cards();
    act(() => fake.setSession(sessions.noFridge));
    const shown = invitation();
    expect(before).toBe(worksFirst ? null : shown);
    const follows = card && (shown?.compareDocumentPosition(card) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING;
    expect(Boolean(follows)).toBe(!worksFirst);
  });

  it('outside the app: nothing is asked for, and an upload leads to the share page', async () => {
    const fake = mount(given([]), { session: sessions.guest, environment: { inApp: false } });
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe(
      fill(copy['contest.works.outside.title']),
    );
    expect(screen.queryByText(copy['contest.works.empty.title'])).toBeNull();
    expect([fake.asked, fake.calls]).toEqual([[], []]);
    upload();
    expect([fake.asked, fake.went]).toEqual([['household'], []]);
  });

  it('in the app, a guest is asked to log in and sees so at once; the works load after the login', async () => {
    const fake = mount(given([aWork()]), { session: sessions.guest });
    expect(screen.getByText(commonCopy['host.login.required.toast'])).toBeTruthy();
    expect(fake.asked).toEqual(['household']);
    act(() => fake.setSession(sessions.user));
    await cards();
  });

  it('asks for the login once: coming back from it without one is an answer', async () => {
    const fake = mount(given([aWork()]), { session: sessions.guest });
    await screen.findByText(commonCopy['common.retry']);
    await comeBack(fake);
    expect(fake.asked).toEqual(['household']);
    fireEvent.click(screen.getByText(commonCopy['common.retry']));
    await waitFor(() => expect(fake.asked).toHaveLength(2));
  });

  it('is shared as a whole', async () => {
    const fake = mount(given([]));
    await screen.findByText(copy['contest.works.empty.title']);
    expect(fake.prepared()).toMatchObject({
      title: copy['host.card.contest.title'],
      path: '/works',
      landing: 'activity',
    });
    expect(fake.header.getState()).toMatchObject({ share: true });
  });
});
