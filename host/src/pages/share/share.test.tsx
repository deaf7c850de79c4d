// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import SharePage, { type SharePageProps } from './share-page.tsx';

afterEach(cleanup);

const address = 'https://fridge.example/share?type=2';
const page = (props: Partial<SharePageProps>) => (
  <SharePage skin={0} variant="activity" downloadPage="https://app.example/get" pageAddress={address} inWeChat={false} copyState="idle" onCopy={() => {}} {...props} />
);

describe('the share page', () => {
  it.each([
    ['report', '获取您的冰箱专属报告', '绑定冰箱，参与活动赢好礼'],
    ['activity', '绑定冰箱，参与活动赢好礼', '获取您的冰箱专属报告'],
  ] as const)('promises what fits the %s', (variant, shown, other) => {
    const { container } = render(page({ variant }));
    expect(container.textContent).toContain(shown);
    expect(container.textContent).not.toContain(other);
  });

  it.each([[0, '智能冰箱标志'], [1, '臻享冰箱标志'], [2, '轻享冰箱标志']] as const)('bears the logo of brand %i', (skin, name) => {
    render(page({ skin }));
    expect(screen.getByRole('img', { name })).toBeTruthy();
  });

  it('draws the code as a raster image, another one for another address', () => {
    const { rerender } = render(page({}));
    const code = screen.getByRole<HTMLImageElement>('img', { name: '鲜居 App下载二维码' });
    const first = code.src;
    expect(first).toMatch(/^data:image\/png;base64,iVBORw0KGgo/);
    rerender(page({ downloadPage: 'https://app.example/other' }));
    expect(code.src).not.toBe(first);
  });

  it.each([true, false])('speaks of a long press only where one works: %s', (inWeChat) => {
    render(page({ inWeChat }));
    expect(screen.queryByText('长按识别二维码') !== null).toBe(inWeChat);
  });

  it('offers the address by hand only after copying failed', () => {
    const onCopy = vi.fn();
    const { rerender } = render(page({ onCopy }));
    fireEvent.click(screen.getByRole('button', { name: '复制链接' }));
    expect(onCopy).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(address)).toBeNull();
    rerender(page({ copyState: 'failed' }));
    expect(screen.getByText(address)).toBeTruthy();
    expect(screen.getByText('请长按选中后复制')).toBeTruthy();
  });
});
