// @vitest-environment happy-dom
import {
  createFakeHost,
  expired,
  type FakeHost,
  type FakeHostOptions,
  given,
  lost,
  type Reply,
  sessions,
} from '@fridge/remote-kit/testing';
import { commonCopy, fill } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import { aPhotoShare, aWork } from '../../testing/works.ts';
import { authorName } from '../../work/work-text.ts';
import DetailScreen from './detail-screen.tsx';
import { sampleCopy } from './sample/sample-copy.ts';

afterEach(cleanup);

function mount(
  work: Reply<typeof contestCalls.getWorkDetail>,
  { query = { cookId: '7' }, ...options }: FakeHostOptions = {},
) {
  const fake = createFakeHost({ declared: release.calls, query, ...options });
  fake.answer(contestCalls.getWorkDetail, work);
  render(<DetailScreen host={fake.host} />);
  return fake;
}
/** Drawn, and its effects have run, which may be later: they set the header and the share card. */
async function shown() {
  const detail = await screen.findByTestId('detail');
  await act(async () => {});
  return detail;
}
async function pressDelete({ header }: FakeHost) {
  await waitFor(() => expect(header.getState().right).toBeDefined());
  act(() => header.getState().right?.onPress());
}
const stranger = { editPermission: 0, status: 1 };

describe('a work', () => {
  it('shows everything that a recipe has', async () => {
    mount(given(aWork({ status: 1 })));
    const detail = within(await shown());
    expect(detail.getByRole('heading', { level: 1 }).textContent).toBe('番茄牛腩煲');
    expect(detail.getByRole('region', { name: '作品图片，共2张' })).toBeTruthy();
    expect(detail.getByAltText('番茄牛腩煲，图片1')).toBeTruthy();
    for (const text of ['小麦', '发布于2021-09-10 18:30', '烹饪时间：1小时以上', '牛腩500克', '切块', '趁热', '步骤1'])
      expect(detail.getByText(text)).toBeTruthy();
  });

  it('is read again, and its photos asked for again, when the network is back', async () => {
    const fake = mount(lost);
    await screen.findByText(commonCopy['common.retry']);
    fake.answer(contestCalls.getWorkDetail, given(aWork({ status: 1 })));
    const goOnline = () => act(() => void window.dispatchEvent(new Event('online')));
    goOnline();
    const detail = within(await shown());
    fireEvent.error(detail.getByAltText('番茄牛腩煲，图片1'));
    expect(detail.queryByRole('img', { name: '番茄牛腩煲，图片1' })).toBeNull();
    goOnline();
    expect(detail.getByRole('img', { name: '番茄牛腩煲，图片1' })).toBeTruthy();
  });

  it("asks for its author's picture again when the network is back", async () => {
    const work = aWork({ ...stranger, headImgUrl: 'https://files.example/face.jpg' });
    mount(given(work));
    const detail = within(await shown());
    const name = fill(copy['contest.detail.avatar.alt'], { nickName: authorName(work) });
    fireEvent.error(detail.getByRole('img', { name }));
    expect(detail.queryByRole('img', { name })).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(detail.getByRole('img', { name })).toBeTruthy();
  });

  it('is plain text whatever was written into it', async () => {
    mount(given(aWork({ ...stranger, desc: '<img src=x onerror=alert(1)>' })));
    expect((await shown()).textContent).toContain('<img src=x onerror=alert(1)>');
  });

  it('goes from picture to picture by buttons', async () => {
    mount(given(aWork(stranger)));
    await shown();
    const strip = screen.getByRole('region').querySelector('ul');
    Object.defineProperty(strip, 'clientWidth', { value: 300 });
    fireEvent.click(screen.getByRole('button', { name: commonCopy['common.carousel.next.aria'] }));
    if (strip) fireEvent.scroll(strip, { target: { scrollLeft: 300 } });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '查看第2张' }).getAttribute('aria-current')).toBe('true'),
    );
  });

  it('turns its pictures by arrow keys within them, tells which one shows, and leaves every other key to the page', async () => {
    mount(given(aWork(stranger)));
    await shown();
    const strip = screen.getByRole('list', { name: '第1张，共2张' });
    expect([strip.tabIndex, screen.getByRole('region').querySelector('output')?.textContent]).toEqual([0, '']);
    Object.defineProperty(strip, 'clientWidth', { value: 300 });
    const scrollTo = vi.spyOn(strip, 'scrollTo');
    expect(fireEvent.keyDown(strip, { key: 'ArrowRight' })).toBe(false);
    expect(scrollTo).toHaveBeenCalledWith({ left: 300 });
    fireEvent.scroll(strip, { target: { scrollLeft: 300 } });
    await waitFor(() =>
      expect([
        strip.getAttribute('aria-label'),
        screen.getByRole('region').querySelector('output')?.textContent,
      ]).toEqual(['第2张，共2张', '第2张，共2张']),
    );
    for (const key of ['PageUp', 'PageDown', 'Home', 'End', ' ', 'ArrowUp'])
      expect(fireEvent.keyDown(strip, { key }), key).toBe(true);
  });

  it('by someone without a name is by a user of a fridge', async () => {
    mount(given(aWork({ ...stranger, nickName: '' })));
    await shown();
    expect(screen.getByText(copy['contest.detail.anonymous'])).toBeTruthy();
  });

  it('tells what the server says when it fails, and tries again', async () => {
    const fake = mount({ ok: false, reason: 'refused', code: 403, message: '作品不存在或已删除' });
    expect((await screen.findByRole('alert')).textContent).toBe(copy['contest.detail.fail']);
    expect(fake.toasts).toEqual(['作品不存在或已删除']);
    fake.answer(contestCalls.getWorkDetail, given(aWork()));
    fireEvent.click(screen.getByText(commonCopy['common.retry']));
    await shown();
  });

  it('that is gone says so, and leads on', async () => {
    const fake = mount({ ok: false, reason: 'notice', code: 204, message: '作品不存在或已删除' });
    await screen.findByText(copy['contest.detail.missing']);
    expect([fake.toasts, screen.queryByText(commonCopy['common.retry'])]).toEqual([[], null]);
    expect(screen.getByRole('link').getAttribute('href')).toBe('/works');
  });

  it('is read again when the browser brings the page back from its cache', async () => {
    const fake = mount(given(aWork()));
    await shown();
    fake.answer(contestCalls.getWorkDetail, given(aWork({ status: 1 })));
    await act(async () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await screen.findByText(copy['contest.status.1']);
  });

  it('opens in full screen, enlarged by a button or a pinch', async () => {
    mount(given(aWork(stranger)));
    await shown();
    fireEvent.click(screen.getByRole('button', { name: copy['contest.crop.zoomIn.aria'] }));
    const viewer = await screen.findByRole('dialog', { name: '番茄牛腩煲，图片1' });
    fireEvent.click(within(viewer).getByRole('button', { name: copy['contest.crop.zoomIn.aria'] }));
    expect(viewer.style.getPropertyValue('--zoom')).toBe('3');
    fireEvent.click(within(viewer).getByRole('button', { name: copy['contest.crop.zoomOut.aria'] }));
    const fingers = (...at: number[]) => ({ touches: at.map((clientX) => ({ clientX, clientY: 0 })) });
    fireEvent.touchStart(viewer, fingers(100, 200));
    fireEvent.touchMove(viewer, fingers(75, 225));
    expect(viewer.style.getPropertyValue('--zoom')).toBe('1.5');
    fireEvent.touchMove(viewer, fingers(75));
    expect(viewer.style.getPropertyValue('--zoom')).toBe('1.5');
    fireEvent.click(within(viewer).getByRole('button', { name: commonCopy['common.close.aria'] }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('may be read by anyone, outside the app as well', async () => {
    const fake = mount(given(aWork(stranger)), { session: sessions.guest, environment: { inApp: false } });
    await shown();
    expect([fake.asked, fake.header.getState().right]).toEqual([[], undefined]);
  });

  it('is read as a guest once the session turns out to have run out', async () => {
    const fake = createFakeHost({ query: { cookId: '7' } });
    fake.answer(contestCalls.getWorkDetail, () =>
      fake.host.session.getState().status === 'guest' ? given(aWork(stranger)) : expired,
    );
    render(<DetailScreen host={fake.host} />);
    await shown();
    expect(fake.sent(contestCalls.getWorkDetail)).toMatchObject([{ id: '7' }, { id: '7', devicePhone: '' }]);
    expect([fake.asked, fake.toasts]).toEqual([[], []]);
  });

  const notYours = { ok: false, reason: 'refused', code: 403, message: '您没有权限操作这件作品' } as const;

  it("that is its author's alone is read again after the login that replaces a session", async () => {
    const fake = createFakeHost({ declared: release.calls, query: { cookId: '7' } });
    const answers = [expired, notYours, given(aWork())];
    fake.answer(contestCalls.getWorkDetail, () => answers.shift() ?? notYours);
    fake.control.login = {};
    render(<DetailScreen host={fake.host} />);
    await shown();
    expect([fake.sent(contestCalls.getWorkDetail).length, fake.asked, fake.toasts]).toEqual([3, ['household'], []]);
  });

  it("that is somebody else's asks no guest for a login", async () => {
    const fake = mount(notYours, { session: sessions.guest });
    await screen.findByRole('alert');
    expect([fake.asked, fake.toasts]).toEqual([[], [notYours.message]]);
  });

  it('is read again for another user', async () => {
    const fake = mount(given(aWork()));
    await shown();
    fake.answer(contestCalls.getWorkDetail, given(aWork(stranger)));
    act(() => fake.setSession({ userId: 'another' }));
    await shown();
    await waitFor(() => expect(screen.queryByText(copy['contest.detail.edit'])).toBeNull());
  });
});

describe('what its author may do', () => {
  it.each([
    ['pending', { status: 0 }, true, true],
    ['rejected', { status: -1, mark: '不清晰' }, true, true],
    ['approved', { status: 1 }, false, false],
    ["someone else's", { ...stranger, status: 0 }, false, false],
  ])('with a work that is %s', async (_, fields, edits, deletes) => {
    const fake = mount(given(aWork(fields)));
    await shown();
    expect([
      screen.queryByText(copy['contest.detail.edit']) !== null,
      fake.header.getState().right?.label === copy['contest.detail.headerDelete'],
    ]).toEqual([edits, deletes]);
  });

  it('edits it until the end', async () => {
    const windows = { contest: { start: null, end: '2021-10-13T23:59:59+08:00' } };
    const fake = mount(given(aWork()), { windows, now: Date.parse('2021-10-13T23:59:00+08:00') });
    fireEvent.click(await screen.findByText(copy['contest.detail.edit']));
    expect(fake.went).toEqual([['push', '/edit', { cookId: '7' }]]);
    act(() => fake.setNow(Date.parse('2021-10-14T00:00:00+08:00')));
    expect(screen.queryByText(copy['contest.detail.edit'])).toBeNull();
  });

  it('deletes it by the header, and is back at the works', async () => {
    const fake = mount(given(aWork()));
    fake.answer(contestCalls.delWork, given(null));
    await shown();
    await pressDelete(fake);
    await waitFor(() => expect(fake.went).toEqual([['replace', '/works']]));
    expect([fake.confirmed[0]?.description, fake.toasts]).toEqual([
      copy['contest.detail.delete.desc'],
      [copy['contest.detail.deleted.toast']],
    ]);
  });

  it('deletes it once, however often they press', async () => {
    const fake = mount(given(aWork()));
    await shown();
    await pressDelete(fake);
    await pressDelete(fake);
    await waitFor(() => expect(fake.made(contestCalls.delWork)).toHaveLength(1));
    await act(async () => fake.made(contestCalls.delWork)[0]?.answer(given(null)));
    await pressDelete(fake);
    expect([fake.confirmed.length, fake.made(contestCalls.delWork).length, fake.toasts]).toEqual([
      1,
      1,
      [copy['contest.detail.deleted.toast']],
    ]);
  });

  it.each([
    ['another screen of the contest', { toSameRemote: true }, [copy['contest.detail.deleted.toast']]],
    ['another activity', { toSameRemote: false }, []],
  ])('is not taken to the works when the deletion ends after they went to %s', async (_, left, toasts) => {
    const fake = mount(given(aWork()));
    await shown();
    await pressDelete(fake);
    await waitFor(() => expect(fake.made(contestCalls.delWork)).toHaveLength(1));
    fake.leave(left);
    await act(async () => fake.made(contestCalls.delWork)[0]?.answer(given(null)));
    expect([fake.went, fake.toasts]).toEqual([[], toasts]);
  });

  it('sees the reason and the prize, which others do not', async () => {
    mount(given(aWork({ status: -1, drawId2: 4 })));
    await shown();
    expect(screen.getByText(copy['contest.status.reasonEmpty'])).toBeTruthy();
    expect(screen.getByText(copy['contest.works.prizeLink']).getAttribute('href')).toBe('/prize');
    cleanup();
    mount(given(aWork({ ...stranger, mark: '不清晰', drawId2: 4 })));
    await shown();
    expect(screen.getByText(copy['contest.detail.prizeTag'])).toBeTruthy();
    expect([screen.queryByText(/未通过原因/), screen.queryByText(copy['contest.works.prizeLink'])]).toEqual([
      null,
      null,
    ]);
  });
});

describe('its share card', () => {
  it("has the title, or a photo share's own words, and the author", async () => {
    const fake = mount(given(aWork({ status: 1 })));
    await shown();
    expect(fake.prepared()).toEqual({
      title: '番茄牛腩煲',
      description: '来自小麦的冰箱作品，快来看看',
      path: '/detail',
      query: { cookId: '7' },
      image: 'https://files.example/1.jpg',
      landing: 'activity',
    });
    cleanup();
    const share = mount(given(aPhotoShare({ status: 1, nickName: '' })));
    await shown();
    expect(share.prepared()).toMatchObject({ title: '周末的冰箱', description: '来自冰箱用户的冰箱作品，快来看看' });
  });

  it('is not there for a work that nobody else may read', async () => {
    const fake = mount(given(aWork({ status: 0 })));
    await shown();
    expect([fake.prepared(), fake.header.getState().share]).toEqual([undefined, false]);
  });
});

describe('without an id', () => {
  it('is the drawn sample, which asks the server nothing and may be shared', async () => {
    const fake = mount(given(aWork()), { query: {} });
    const detail = within(await shown());
    expect(detail.getByText(copy['contest.detail.demoTag'])).toBeTruthy();
    expect(
      detail.getByText(
        (_, element) => element?.tagName === 'P' && element.textContent === sampleCopy['contest.detail.demo'].desc,
      ),
    ).toBeTruthy();
    expect(detail.getAllByRole('img').length).toBeGreaterThanOrEqual(5);
    expect([fake.calls, fake.prepared()?.query, fake.prepared()?.image, fake.header.getState().right]).toEqual([
      [],
      undefined,
      // Not inline, as the drawn ones are: other apps fetch it.
      expect.stringMatching(/share-card[^/]*\.jpg$/),
      undefined,
    ]);
  });
});
