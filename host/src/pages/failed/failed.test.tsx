// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FailedPage, RegistryFailedPage } from './failed.tsx';

afterEach(cleanup);

describe('a page that failed', () => {
  it.each([
    ['failed', '页面加载失败'],
    ['timeout', '页面加载超时'],
    ['incompatible', '请更新App'],
    ['outdated', '活动正在更新'],
    ['crash', '页面出了点问题'],
    ['registry', '服务暂时不可用'],
  ] as const)('%s has its own words, read out, and a retry', (kind, title) => {
    const retry = vi.fn();
    render(<FailedPage kind={kind} retrying={false} onRetry={retry} />);
    expect(document.activeElement?.textContent).toBe(title);
    fireEvent.click(screen.getByRole('button'));
    expect(retry).toHaveBeenCalledTimes(1);
  });

  it('retries once at a time', () => {
    const retry = vi.fn();
    render(<FailedPage kind="failed" retrying onRetry={retry} />);
    fireEvent.click(screen.getByRole('button'));
    expect(retry).not.toHaveBeenCalled();
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBe('true');
  });

  it('reads the registry once more, and once at a time', () => {
    const refresh = vi.fn(() => new Promise<void>(() => {}));
    render(<RegistryFailedPage refresh={refresh} />);
    fireEvent.click(screen.getByRole('button'));
    fireEvent.click(screen.getByRole('button'));
    expect(refresh).toHaveBeenCalledOnce();
  });
});
