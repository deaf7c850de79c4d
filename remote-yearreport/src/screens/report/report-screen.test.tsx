// @vitest-environment happy-dom
import { createFakeHost, type FakeHostOptions, given, household, lost, sessions } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeAudio } from '../../testing/fake-audio.ts';
import { fullReport, reportOf } from '../../testing/report-of.ts';
import ReportScreen from './report-screen.tsx';

const browser = { environment: { inApp: false } } as const;
const linked = { ...browser, context: { reportAccess: true }, session: sessions.guest } as const;
let audios: FakeAudio[] = [];

beforeEach(() => {
  // An entry of the history without a kept slide.
  window.history.replaceState(null, '');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  audios = [];
  vi.stubGlobal(
    'Audio',
    class extends FakeAudio {
      constructor() {
        super();
        audios.push(this);
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  history.replaceState(null, ''); // without the slide that was kept
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};

function mount(options: FakeHostOptions = {}) {
  const fake = createFakeHost(options);
  fake.answer(sharingCalls.annualRecord, given({ added: 1 }));
  render(<ReportScreen host={fake.host} />);
  return fake;
}

/** Ticks to the end of the progress, then the moment that 100 stands: each schedules the next. */
async function finishLoading() {
  await vi.dynamicImportSettled();
  await pass(0);
  await pass(150 * 9);
  await pass(500);
  await pass(0);
}

/** On the slides of a full report. */
async function openSlides(options: FakeHostOptions = {}, fields?: Record<string, unknown>) {
  const fake = mount(options);
  fake.answer(reportCalls.getReport, given(fields ? reportOf(fields) : fullReport));
  await press('查看我的年度报告');
  await finishLoading();
  return fake;
}

const shown = () => document.querySelector('[data-active="true"]')?.getAttribute('data-kind');
const key = (name: string) => act(() => void fireEvent.keyDown(document.body, { key: name }));
const status = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join();

describe('the landing', () => {
  it.each([0, 1] as const)('says after 2 s that it waits for the app, skin %i', async (skin) => {
    const fake = mount({ skin });
    fake.control.permission = new Promise(() => undefined);
    await press(skin === 1 ? '开启我的回忆' : '查看我的年度报告');
    await pass(1_900);
    expect(screen.queryByRole('button', { name: /正在等待鲜居App响应…/ })).toBeNull();
    await pass(200);
    expect(screen.getByRole('button', { name: /正在等待鲜居App响应…/ }).getAttribute('aria-busy')).toBe('true');
  });

  it.each<[string, FakeHostOptions, string, boolean]>([
    ['the app', {}, '查看我的年度报告', true],
    ['a browser with a report token', linked, '查看我的年度报告', true],
    ['a browser', browser, '开启我的回忆', false],
    ['a browser, brand 2', { ...browser, skin: 2 }, '开启我的回忆', false],
    ['a browser, brand 1', { ...browser, skin: 1 }, '开启我的回忆', false],
    ['the app, brand 1', { skin: 1 }, '开启我的回忆', true],
  ])('in %s', async (_, options, button, enters) => {
    const fake = mount(options);
    await press(button);
    expect([...new Set(fake.asked)]).toEqual(enters ? ['report'] : []);
    expect(fake.landings).toEqual(enters ? [] : ['report']);
    expect(screen.queryByRole('img', { name: '开启我的回忆' }) !== null).toBe(options.skin === 1 && !enters);
  });

  it('opens for a guest after the login, by the same press', async () => {
    const fake = mount({ session: sessions.guest });
    let logIn = (_user: object) => {};
    fake.control.login = new Promise((resolve) => (logIn = resolve));
    await press('查看我的年度报告');
    expect([screen.getByRole('button', { name: '查看我的年度报告' }).getAttribute('aria-busy'), fake.calls]).toEqual([
      'true',
      [],
    ]);
    logIn({});
    await pass(0);
    expect(screen.getByRole('progressbar')).toBeTruthy();
    expect([fake.made(reportCalls.getReport).length, fake.sent(sharingCalls.annualRecord)]).toEqual([
      1,
      [{ ...household, type: '1' }],
    ]);
  });

  it('stays for a guest who cancels the login, and asks again at the next press', async () => {
    const fake = mount({ session: sessions.guest });
    await press('查看我的年度报告');
    expect([screen.getByRole('button', { name: '查看我的年度报告' }).getAttribute('aria-busy'), fake.calls]).toEqual([
      null,
      [],
    ]);
    fake.control.login = {};
    await press('查看我的年度报告');
    expect(fake.made(reportCalls.getReport)).toHaveLength(1);
  });

  it('records no entering of a guest who has left before the login is over', async () => {
    const fake = mount({ session: sessions.guest });
    let logIn = (_user: object) => {};
    fake.control.login = new Promise((resolve) => (logIn = resolve));
    await press('查看我的年度报告');
    cleanup();
    logIn({});
    await pass(0);
    expect(fake.calls).toEqual([]);
  });

  it('names brand, tagline, cut-off and rules', () => {
    const fake = mount({ skin: 2 });
    expect(screen.getByRole('img', { name: '轻享冰箱标志' })).toBeTruthy();
    expect(screen.getByText('轻松生活，刚刚好')).toBeTruthy();
    expect(screen.getByText(/数据统计截至2022年12月10日/)).toBeTruthy();
    expect(screen.getByRole('heading').textContent).toBe('2022冰箱年度报告');
    fireEvent.click(screen.getByText('活动规则'));
    expect(fake.went).toEqual([['push', '/yearReport/rule']]);
    expect(fake.header.getState()).toMatchObject({ overlay: true });
    expect(fake.header.getState().share).toBeUndefined();
  });

  it('invites a home without a fridge to bind one', async () => {
    const fake = mount({ session: sessions.noFridge });
    await press('查看我的年度报告');
    await press('去绑定');
    expect(fake.timesBound()).toBe(1);
    expect(screen.getByRole('button', { name: '查看我的年度报告' })).toBeTruthy();
  });
});

describe('loading', () => {
  const percent = () => screen.queryByRole('progressbar')?.getAttribute('value');

  it('adds up, says that it is done, and starts the slides half a second later', async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, given(fullReport));
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    expect(fake.sent(reportCalls.getReport)).toEqual([{ fridgeId: household.fridgeId }]);
    await pass(150 * 3);
    expect(percent()).toBe('42');
    await pass(150 * 5);
    expect(percent()).toBe('100');
    expect(screen.getByText('报告已生成')).toBeTruthy();
    await pass(499);
    expect(shown()).toBeUndefined();
    await pass(1);
    expect(shown()).toBe('register');
  });

  it('waits at 98 while the data are late', async () => {
    const fake = mount();
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    await pass(60_000);
    expect(percent()).toBe('98');
    fake.made(reportCalls.getReport)[0]?.answer(given(fullReport));
    await pass(0);
    await pass(150);
    expect(percent()).toBe('100');
  });

  it('fails in words, never shows 100, and tries again', async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, lost);
    await press('查看我的年度报告');
    await pass(5000);
    expect(document.activeElement?.tagName).toBe('H1');
    expect(document.activeElement?.textContent).toBe('报告生成失败，请重试');
    expect(percent()).toBeUndefined();
    expect(fake.toasts).toEqual([]);
    fake.answer(reportCalls.getReport, given(fullReport));
    await press('重试');
    await finishLoading();
    expect(shown()).toBe('register');
  });

  it("shows the server's own message when it refuses", async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, { ok: false, reason: 'refused', code: 403, message: '不是您的冰箱' });
    await press('查看我的年度报告');
    await pass(150);
    expect(fake.toasts).toEqual(['不是您的冰箱']);
    expect(screen.getByText('报告生成失败，请重试')).toBeTruthy();
  });

  it.each([
    ['null', null],
    ['a report that says nothing', reportOf({ yearOpenNum: 0, maxTemp: -18, keyWordList: [] })],
  ])('has a page for no data: %s', async (_, data) => {
    const fake = mount();
    fake.answer(reportCalls.getReport, given(data));
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    await pass(3000);
    expect(screen.getByRole('heading').textContent).toBe('2022年暂无数据，期待未来的美好时光');
    expect(screen.getByText('暂无数据的报告不支持分享')).toBeTruthy();
    await press('看看其他活动');
    expect(fake.went).toEqual([['push', '/default']]);
    expect(fake.header.getState().share).toBeUndefined();
    expect(fake.prepared()).toBeUndefined();
  });

  const expired = { ok: false, reason: 'refused', code: 401, message: '登录已过期，请重新登录' } as const;

  it('goes on after the login where the session has run out', async () => {
    const fake = mount();
    fake.control.login = { fridge: { fridgeId: 'moved', sn8: '', spec: '', name: '' } };
    await press('查看我的年度报告');
    await vi.dynamicImportSettled();
    fake.made(reportCalls.getReport)[0]?.answer(expired);
    await pass(0);
    fake.made(reportCalls.getReport)[1]?.answer(given(fullReport));
    await finishLoading();
    expect(shown()).toBe('register');
    expect([fake.sent(reportCalls.getReport).map(({ fridgeId }) => fridgeId), fake.toasts]).toEqual([
      [household.fridgeId, 'moved'],
      [],
    ]);
  });

  it('asks for the login again on a retry where it was cancelled, and says what the server says where a new one is refused as well', async () => {
    const fake = mount();
    fake.answer(reportCalls.getReport, expired);
    await press('查看我的年度报告');
    await pass(150);
    expect([screen.getByRole('heading').textContent, fake.made(reportCalls.getReport).length]).toEqual([
      '报告生成失败，请重试',
      1,
    ]);
    fake.control.login = {};
    await press('重试');
    await pass(150);
    expect([fake.made(reportCalls.getReport).length, fake.toasts]).toEqual([2, [expired.message]]);
  });

  it("says the server's word of a report link that has expired: nobody can log in for it", async () => {
    const fake = mount(linked);
    fake.answer(reportCalls.getReport, expired);
    await press('查看我的年度报告');
    await pass(150);
    expect([fake.made(reportCalls.getReport).length, fake.toasts]).toEqual([1, [expired.message]]);
  });

  it('records the entering of a household', async () => {
    const fake = mount();
    await press('查看我的年度报告');
    expect(fake.sent(sharingCalls.annualRecord)).toEqual([{ ...household, type: '1' }]);
  });

  it('records nothing with a report token, which opens the report alone', async () => {
    const fake = mount(linked);
    await press('查看我的年度报告');
    expect(fake.calls.map(({ id }) => id)).toEqual(['/annualReport/2022/get.do']);
  });

  it('is left without an answer', async () => {
    const fake = mount();
    await press('查看我的年度报告');
    cleanup();
    expect(fake.made(reportCalls.getReport)[0]?.options.signal?.aborted).toBe(true);
  });
});

describe('the slides', () => {
  it('move by keys and buttons, and say where one is', async () => {
    await openSlides();
    expect(screen.getByRole('region', { name: '年度报告，共16页' })).toBe(document.activeElement);
    expect(status()).toContain('第1页，共16页');
    await key('ArrowDown');
    expect(shown()).toBe('open');
    await press('下一页');
    expect(shown()).toBe('earliest');
    await key('PageUp');
    await press('前往第5页');
    expect(shown()).toBe('door');
    await key('End');
    expect(shown()).toBe('end');
    await key('ArrowDown');
    expect(status()).toContain('已经是最后一页');
    await key('Home');
    await press('上一页');
    expect(status()).toContain('已经是第一页');
    expect(shown()).toBe('register');
  });

  it('have a name each, and tell it when they come', async () => {
    await openSlides({}, { yearOpenNum: 12 });
    expect(screen.getByRole('region', { name: '第1页，共6页：每一次开门，都是生活' })).toBeTruthy();
    await key('ArrowDown');
    expect(status()).toContain('第2页，共6页：这一年，我们一起');
    await key('End');
    expect(status()).toContain('第6页，共6页：2023，愿新鲜常在，美好常来');
    expect(screen.getByRole('region', { name: '第6页，共6页：2023，愿新鲜常在，美好常来' })).toBeTruthy();
  });

  it('take three stops of the keyboard to leave: back, the page, on', async () => {
    await openSlides();
    await key('ArrowDown');
    const stops = screen
      .getAllByRole<HTMLButtonElement>('button', { name: /一页$|^前往/ })
      .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops.map((button) => button.getAttribute('aria-label'))).toEqual(['上一页', '前往第2页', '下一页']);
  });

  it('leave all but the shown one inert', async () => {
    await openSlides();
    await key('ArrowDown');
    const inert = [...document.querySelectorAll('[data-kind]')].filter((page) => page.hasAttribute('inert'));
    expect(inert).toHaveLength(15);
    expect(inert.some((page) => page.getAttribute('data-kind') === 'open')).toBe(false);
  });

  it('give every chart its table', async () => {
    await openSlides();
    const rows = [...document.querySelectorAll('[data-kind="door"] tbody tr')].map(({ textContent }) => textContent);
    expect(rows).toEqual(['早晨820次', '中午956次', '晚上1510次']);
    expect(document.querySelector('[data-kind="jars"] [role="img"]')?.getAttribute('aria-label')).toContain(
      '功能使用次数图：食材管理386次、',
    );
  });

  it('draw a face where an avatar is missing or broken', async () => {
    await openSlides(
      {},
      {
        dietitianeList: [
          { userName: '小禾', headUrl: 'https://cdn.example/a.jpg' },
          { userName: '小麦', headUrl: 'javascript:alert(1)' },
        ],
      },
    );
    const [first, second] = [...document.querySelectorAll('[aria-label$="的头像"], img[alt$="的头像"]')];
    expect([first?.tagName, second?.tagName]).toEqual(['IMG', 'svg']);
    if (first) fireEvent.error(first);
    expect(document.querySelector('[aria-label="营养师小禾的头像"]')?.tagName).toBe('svg');
  });

  it('show markup as nothing and text as text', async () => {
    await openSlides({}, { keyWordList: ['<img src=x onerror=alert(1)>保鲜专家', 'a < b'] });
    expect(document.querySelector('[data-kind="keyword"]')?.textContent).toBe('您的年度关键词TOP1保鲜专家TOP2a < b');
  });

  it('are gone as soon as another user has logged in, and theirs begin at the first', async () => {
    const fake = await openSlides();
    await key('End');
    act(() => fake.setSession({ userId: 'another' }));
    expect([shown(), audios[0]?.paused]).toEqual([undefined, true]);
    await press('查看我的年度报告');
    await finishLoading();
    expect(shown()).toBe('register');
    expect(fake.made(reportCalls.getReport)).toHaveLength(2);
  });

  it('are where they were left after a reload or on the way back, read anew and not recorded as entering', async () => {
    await openSlides();
    await key('End');
    cleanup();
    const fake = createFakeHost({ session: { status: 'unknown' } });
    fake.answer(reportCalls.getReport, given(fullReport));
    render(<ReportScreen host={fake.host} />);
    await pass(0);
    expect([screen.queryByRole('progressbar') !== null, fake.asked]).toEqual([true, []]);
    act(() => fake.setSession({ status: 'user' }));
    await vi.dynamicImportSettled();
    await pass(0);
    expect([shown(), fake.made(reportCalls.getReport).length, fake.sent(sharingCalls.annualRecord)]).toEqual([
      'end',
      1,
      [],
    ]);
  });

  it('are left for the landing by a reload without a session, which opens no login page', async () => {
    await openSlides();
    cleanup();
    const fake = mount({ session: sessions.guest });
    await pass(0);
    expect([screen.queryByText('查看我的年度报告') !== null, fake.asked]).toEqual([true, []]);
  });

  it('begin at the first in a new entry of the history', async () => {
    await openSlides();
    await key('End');
    cleanup();
    history.pushState(null, '');
    await openSlides();
    expect(shown()).toBe('register');
  });

  it('offer sharing in the header', async () => {
    const fake = await openSlides();
    expect(fake.header.getState()).toMatchObject({ share: true, overlay: true });
  });
});

describe('the music', () => {
  it('plays with the slides, stops on a click and while the page is hidden', async () => {
    const fake = await openSlides();
    expect(audios[0]).toMatchObject({ paused: false, loop: true });
    act(() => fake.setVisibility('hidden'));
    await pass(0);
    expect(screen.getByRole('button', { name: '播放音乐' })).toBeTruthy();
    act(() => fake.setVisibility('visible'));
    await pass(0);
    await press('关闭音乐');
    expect(audios[0]?.paused).toBe(true);
    act(() => fake.setVisibility('hidden'));
    act(() => fake.setVisibility('visible'));
    await pass(0);
    expect(audios[0]?.paused).toBe(true);
    await press('播放音乐');
    expect(audios[0]?.paused).toBe(false);
  });

  it.each([
    ['the first touch', () => fireEvent.pointerUp(document.body)],
    ["WeChat's bridge", () => document.dispatchEvent(new Event('WeixinJSBridgeReady'))],
  ])('waits for %s where it may not play by itself', async (_, chance) => {
    const refusing = vi
      .spyOn(FakeAudio.prototype, 'play')
      .mockRejectedValueOnce(new DOMException('no gesture', 'NotAllowedError'));
    await openSlides();
    expect(screen.getByRole('button', { name: '播放音乐' })).toBeTruthy();
    await act(() => void chance());
    await pass(0);
    expect(screen.getByRole('button', { name: '关闭音乐' })).toBeTruthy();
    refusing.mockRestore();
  });

  it('goes on to the end, where the last slide hides its button', async () => {
    await openSlides();
    await key('End');
    await pass(0);
    expect(audios[0]?.paused).toBe(false);
    expect(screen.queryByRole('button', { name: /音乐/ })).toBeNull();
    await key('ArrowUp');
    await pass(0);
    await press('关闭音乐');
    await key('End');
    await pass(0);
    expect(audios[0]?.paused).toBe(true);
  });

  it('ends with the screen', async () => {
    await openSlides();
    cleanup();
    expect(audios[0]?.paused).toBe(true);
  });
});

describe('the end page', () => {
  async function openEnd(options: FakeHostOptions = {}) {
    const fake = await openSlides(options);
    await key('End');
    await pass(0);
    return fake;
  }

  it('says the keywords again, and a wish', async () => {
    await openEnd();
    const end = document.querySelector('[data-kind="end"]');
    expect(end?.querySelector('h2')?.textContent).toBe('我的2022冰箱关键词');
    expect([...(end?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)[0]).toBe('TOP1保鲜专家');
    expect(end?.textContent).toContain('2023，愿新鲜常在，美好常来');
  });

  it('shows its notice before the first share, and not again', async () => {
    const fake = await openEnd();
    await press('分享给好友');
    expect(fake.shared).toEqual([]);
    expect(screen.getByRole('dialog', { name: '报告说明' }).textContent).toContain(
      '即表示您同意他人查看您的个人报告数据',
    );
    await press('我知道了');
    expect(fake.shared).toHaveLength(1);
    await press('分享给好友');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(fake.shared).toHaveLength(2);
  });

  it('shares nothing when the notice is closed instead', async () => {
    const fake = await openEnd();
    await press('分享给好友');
    await press('close');
    expect(fake.shared).toEqual([]);
    await press('分享给好友');
    expect(screen.getByRole('dialog', { name: '报告说明' })).toBeTruthy();
  });

  it("asks as well when the header's icon shares", async () => {
    const fake = await openEnd();
    act(() => void fake.host.sharing.share());
    await press('我知道了');
    expect(fake.shared).toHaveLength(1);
  });

  it('shares nothing, and leaves nobody waiting, when the report is left while its notice is open', async () => {
    const fake = await openEnd();
    const sharing = fake.host.sharing.share();
    await pass(0);
    cleanup();
    await expect(sharing).resolves.toBeUndefined();
    expect(fake.shared).toEqual([]);
  });

  it('can be read without sharing', async () => {
    const fake = await openEnd();
    await press('查看报告说明');
    await press('我知道了');
    expect(fake.shared).toEqual([]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    [-1, 0, undefined],
    [1, 1, '1'],
    [2, 2, '2'],
  ] as const)('shares the landing page with brand %i alone', async (brand, skin, shared) => {
    const fake = mount({ skin, context: { brand, userId: 'U1', fridgeId: 'F1' } });
    fake.answer(reportCalls.getReport, given(fullReport));
    await press(skin === 1 ? '开启我的回忆' : '查看我的年度报告');
    await finishLoading();
    expect(fake.prepared()).toMatchObject({
      title: '我的2022冰箱年度报告',
      path: '/yearReportShare',
      query: { brand: shared, activityId: '' },
      image: expect.stringMatching(/^(http|file):.*share-card/),
      landing: 'report',
    });
  });

  it('records a share that the app reports, and says what it brought', async () => {
    const fake = await openEnd();
    expect(fake.reportShare('wx')).toBe(true);
    await pass(0);
    expect(fake.sent(sharingCalls.annualRecord).at(-1)).toEqual({ ...household, type: '2' });
    expect(fake.toasts).toEqual(['分享成功，抽奖机会+1']);
  });

  it.each([
    [{ environment: { inWeChat: true } }, given({ added: 1 })],
    [{}, given({ added: 0 })],
    [{}, lost],
  ] as const)('speaks of no draw where none was added or none may be spoken of', async (options, answer) => {
    const fake = await openEnd(options);
    fake.answer(sharingCalls.annualRecord, answer);
    fake.reportShare('wx');
    await pass(0);
    expect(fake.toasts).toEqual(['分享成功']);
  });

  it('records no share of a report token', async () => {
    const fake = await openEnd(linked);
    expect(fake.reportShare('wx')).toBe(false);
    expect(fake.sent(sharingCalls.annualRecord)).toEqual([]);
  });

  it('leads to the draw, until its picture is closed', async () => {
    const fake = await openEnd();
    await press('年度抽奖，点击参与');
    expect(fake.went).toEqual([['push', '/draw']]);
    await press('关闭抽奖入口');
    expect(screen.queryByRole('button', { name: '年度抽奖，点击参与' })).toBeNull();
    expect(screen.getByRole('button', { name: '去抽奖' })).toBeTruthy();
  });

  it('leads back to the draw where one came from it', async () => {
    const fake = await openEnd({ query: { comeFrom: 'lotteryDraw' } });
    await press('去抽奖');
    expect(fake.went).toEqual([['back']]);
  });

  it.each<[string, FakeHostOptions, boolean]>([
    ['a browser', linked, true],
    [
      'a draw that is over',
      {
        windows: { draw: { start: null, end: '2022-12-31T23:59:59+08:00' } },
        now: Date.parse('2023-08-01T10:00:00+08:00'),
      },
      true,
    ],
    ['a draw that is switched off', {}, false],
  ])('knows no draw in %s', async (_, options, opens) => {
    const fake = await openSlides(options);
    fake.control.opens = () => opens;
    await key('End');
    await pass(0);
    expect(screen.queryByRole('button', { name: '去抽奖' })).toBeNull();
    expect(screen.queryByRole('button', { name: '年度抽奖，点击参与' })).toBeNull();
  });
});
