// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { ClipboardService, Environment, Skin } from '@fridge/shared-contracts';
import Share, { type ShareProps } from './share.tsx';

beforeEach(() => screenIs(false));
afterEach(cleanup);

const browser: Environment = { inApp: false, inWeChat: false, platform: 'other' };
const link = `${location.origin}/open?brand=1`;
const app = { downloadPage: 'https://app.example/get', appLink: 'https://app.example/open?to={link}' };
const page = { path: '/share', query: { from: '/open', brand: '1' } };
type Change = Partial<Pick<ShareProps, 'page' | 'app' | 'toast'>> & {
  skin?: Skin;
  environment?: Environment;
  clipboard?: ClipboardService;
};
const props = ({
  skin = 0,
  environment = browser,
  clipboard = { copy: async () => true },
  ...change
}: Change = {}): ShareProps => ({
  page,
  registry: null,
  app,
  platform: { skin: createStore<Skin>(() => skin), environment, services: { clipboard } },
  toast: () => undefined,
  ...change,
});

/** The screen's size; the page asks for it as a phone or as none. */
function screenIs(handheld: boolean): void {
  vi.spyOn(window, 'matchMedia').mockReturnValue(
    Object.assign(new EventTarget(), { matches: handheld }) as MediaQueryList,
  ); // as much of one as is used
}
const openLink = () => screen.getByRole<HTMLAnchorElement>('link', { name: '打开鲜居App' });
const downloadLink = () => screen.getByRole<HTMLAnchorElement>('link', { name: /下载/ });
const code = () => screen.getByRole('img', { name: '鲜居App下载二维码' });
const comesBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

describe('the share page', () => {
  it.each([
    ['/yearReportShare', {}, '获取您的冰箱专属报告', '绑定冰箱，参与活动赢好礼'],
    ['/share', { type: '2' }, '获取您的冰箱专属报告', '绑定冰箱，参与活动赢好礼'],
    ['/share', {}, '绑定冰箱，参与活动赢好礼', '获取您的冰箱专属报告'],
  ])('promises what fits its activity: %s %j', (path, query, shown, other) => {
    const { container } = render(<Share {...props({ page: { path, query } })} />);
    expect(container.textContent).toContain(shown);
    expect(container.textContent).not.toContain(other);
  });

  it.each([
    [0, '智能冰箱标志'],
    [1, '臻享冰箱标志'],
    [2, '轻享冰箱标志'],
  ] as const)('bears the logo of brand %i', (skin, name) => {
    render(<Share {...props({ skin })} />);
    expect(screen.getByRole('img', { name })).toBeTruthy();
  });

  it('shows the code, or its address where that is missing', () => {
    render(<Share {...props()} />);
    expect(code().getAttribute('src')).toBe('/download-code.png');
    fireEvent.error(code());
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://app.example/get');
  });

  it.each([true, false])('mentions the long press only in WeChat: %s', (inWeChat) => {
    render(<Share {...props({ environment: { ...browser, inWeChat } })} />);
    expect(screen.queryByText('长按识别二维码') !== null).toBe(inWeChat);
  });

  it("copies the activity's own link", async () => {
    const copy = vi.fn(async () => true);
    const toast = vi.fn();
    render(<Share {...props({ clipboard: { copy }, toast })} />);
    fireEvent.click(screen.getByRole('button', { name: '复制链接' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('链接已复制，快去粘贴分享吧'));
    expect(copy).toHaveBeenCalledExactlyOnceWith(link);
  });

  it('offers the link by hand only after copying failed', async () => {
    render(<Share {...props({ clipboard: { copy: async () => false } })} />);
    expect(screen.queryByText(link)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '复制链接' }));
    expect(await screen.findByText(link)).toBeTruthy();
    expect(screen.getByText('请长按选中后复制')).toBeTruthy();
  });
});

describe('on a phone', () => {
  beforeEach(() => screenIs(true));

  it('opens the app at the activity first, then downloads it, the code after that', () => {
    render(<Share {...props()} />);
    expect(openLink().href).toBe(`https://app.example/open?to=${encodeURIComponent(link)}`);
    expect(downloadLink().href).toBe(app.downloadPage);
    expect([comesBefore(openLink(), downloadLink()), comesBefore(downloadLink(), code())]).toEqual([true, true]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('绑定冰箱，参与活动赢好礼');
  });

  it.each([
    ['the settings name no link', { app: { ...app, appLink: null } }],
    ['WeChat opens none', { environment: { ...browser, inWeChat: true } }],
  ])('downloads the app where %s', (_, change) => {
    render(<Share {...props(change)} />);
    expect(screen.getAllByRole('link').map((shown) => [shown.textContent, shown.getAttribute('href')])).toEqual([
      ['下载鲜居App', app.downloadPage],
    ]);
  });

  it('shows the hint for the long press above the code in WeChat', () => {
    render(<Share {...props({ environment: { ...browser, inWeChat: true } })} />);
    expect(comesBefore(screen.getByText('长按识别二维码'), code())).toBe(true);
  });

  it('shows the code alone inside the app', () => {
    render(<Share {...props({ environment: { ...browser, inApp: true, platform: 'ios' } })} />);
    expect([code(), screen.queryByRole('link')]).toEqual([expect.anything(), null]);
  });
});

describe('on a wide screen', () => {
  it('shows the code first, and the way into the app only on a device that may have it', () => {
    const { rerender } = render(<Share {...props()} />);
    expect(screen.queryByRole('link')).toBeNull();
    rerender(<Share {...props({ environment: { ...browser, platform: 'ios' } })} />);
    expect(comesBefore(code(), openLink())).toBe(true);
  });
});

describe('the link that opens the app', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    screenIs(true);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  function press(appLink: string) {
    const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    const view = render(<Share {...props({ app: { ...app, appLink } })} />);
    openLink().addEventListener('click', (event) => event.preventDefault());
    fireEvent.click(openLink());
    return { leave, ...view };
  }

  it('opens the download page when no app handles the scheme', () => {
    const { leave } = press('companionapp://open?to={link}');
    vi.advanceTimersByTime(1_900);
    expect(leave).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(leave).toHaveBeenCalledExactlyOnceWith(app.downloadPage);
  });

  it.each<[string, string, (scene: ReturnType<typeof press>) => void]>([
    [
      'the app has come over the page',
      'companionapp://open',
      () => void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden'),
    ],
    ['the page has been left', 'companionapp://open', ({ unmount }) => unmount()],
    ['a universal link was followed', 'https://app.example/open', () => undefined],
  ])('stays on the page when %s', (_, appLink, happens) => {
    const scene = press(appLink);
    happens(scene);
    vi.advanceTimersByTime(5_000);
    expect(scene.leave).not.toHaveBeenCalled();
  });
});
