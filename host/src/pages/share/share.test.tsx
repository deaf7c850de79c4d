// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import Share, { type ShareProps } from './share.tsx';

/** What was drawn on the latest canvas: where there is ink, and the picture's address. */
const drawn: [number, number][] = [];

beforeEach(() => {
  drawn.length = 0;
  const context = {
    fillStyle: '',
    fillRect(x: number, y: number) {
      if (this.fillStyle === '#000') drawn.push([x, y]);
    },
  };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as unknown as RenderingContext & { canvas: OffscreenCanvas }); // as much of one as is used
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(() => `data:image/png;base64,${drawn.length}`);
});
afterEach(cleanup);

const props = (change: Partial<ShareProps> = {}): ShareProps => ({
  skin: 0, variant: 'activity', path: '/share', query: { type: '2' }, origin: 'https://fridge.example', downloadPage: 'https://app.example/get',
  inWeChat: false, clipboard: { copy: async () => true }, toast: () => undefined, ...change,
});

describe('the share page', () => {
  it.each([
    ['report', '获取您的冰箱专属报告', '绑定冰箱，参与活动赢好礼'],
    ['activity', '绑定冰箱，参与活动赢好礼', '获取您的冰箱专属报告'],
  ] as const)('promises what fits the %s', (variant, shown, other) => {
    const { container } = render(<Share {...props({ variant })} />);
    expect(container.textContent).toContain(shown);
    expect(container.textContent).not.toContain(other);
  });

  it.each([[0, '智能冰箱标志'], [1, '臻享冰箱标志'], [2, '轻享冰箱标志']] as const)('bears the logo of brand %i', (skin, name) => {
    render(<Share {...props({ skin })} />);
    expect(screen.getByRole('img', { name })).toBeTruthy();
  });

  it('draws the code as a PNG with its quiet zone', () => {
    render(<Share {...props()} />);
    expect(screen.getByRole<HTMLImageElement>('img', { name: '鲜居 App下载二维码' }).src).toMatch(/^data:image\/png;base64,/);
    // The finder's corner: four cells of 16 px from both edges.
    expect(drawn[0]).toEqual([64, 64]);
  });

  it('shows the address where the browser refuses a canvas', () => {
    vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
    render(<Share {...props()} />);
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://app.example/get');
  });

  it.each([true, false])('speaks of a long press only where one works: %s', (inWeChat) => {
    render(<Share {...props({ inWeChat })} />);
    expect(screen.queryByText('长按识别二维码') !== null).toBe(inWeChat);
  });

  it('copies an address that tells nothing of the user', async () => {
    const copy = vi.fn(async () => true);
    const toast = vi.fn();
    const query = { type: '2', brand: '1', fridgeId: 'F1001', phone: '13800001001', userId: 'U1001', wxToken: 'secret', utm: 'x' };
    render(<Share {...props({ query, clipboard: { copy }, toast })} />);
    fireEvent.click(screen.getByRole('button', { name: '复制链接' }));
    await waitFor(() => expect(toast).toHaveBeenCalledWith('链接已复制，快去粘贴分享吧'));
    expect(copy).toHaveBeenCalledExactlyOnceWith('https://fridge.example/share?brand=1&type=2');
  });

  it('offers the address by hand only after copying failed', async () => {
    render(<Share {...props({ clipboard: { copy: async () => false } })} />);
    const address = 'https://fridge.example/share?type=2';
    expect(screen.queryByText(address)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '复制链接' }));
    expect(await screen.findByText(address)).toBeTruthy();
    expect(screen.getByText('请长按选中后复制')).toBeTruthy();
  });
});
