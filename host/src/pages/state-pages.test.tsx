// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ClosedPage, FailedPage } from './state-pages.tsx';

afterEach(cleanup);

describe('a closed period', () => {
  it('names its dates in Shanghai, whatever the offset they were written in', () => {
    const { container, rerender } = render(
      <ClosedPage name="notStarted" bound="2023-07-17T01:00:00Z" onPress={() => {}} />,
    );
    expect(container.textContent).toContain('活动将于2023年7月17日 09:00开启，敬请期待');
    rerender(<ClosedPage name="ended" bound="2023-08-31T23:59:59+08:00" onPress={() => {}} />);
    expect(container.textContent).toContain('本次活动已于2023年8月31日 23:59结束，感谢您的参与');
  });
});

it('says what operators say of an activity that is off, as plain text', () => {
  const { container } = render(<ClosedPage name="offline" told="补货中 <b>" onPress={() => {}} />);
  expect(container.textContent).toContain('补货中 <b>');
  expect(container.textContent).not.toContain('感谢您的关注');
});

describe('what users have won or handed in', () => {
  it.each(['ended', 'offline'] as const)('is one link away from a page that is %s, where it opens', (name) => {
    const page = render(
      <ClosedPage
        name={name}
        onPress={() => {}}
        stillOpen={{ prizesHref: '/prize?brand=1', kept: { href: '/kept', title: '我的作品' } }}
      />,
    );
    const { queryAllByRole } = within(page.container); // the document may still have another file's
    const links = () => queryAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links()).toEqual([
      ['我的奖品', '/prize?brand=1'],
      ['我的作品', '/kept'],
    ]);
    page.rerender(<ClosedPage name={name} onPress={() => {}} stillOpen={{}} />);
    expect(links()).toEqual([]);
  });
});

describe('a page that failed', () => {
  it.each([
    ['failed', '页面加载失败'],
    ['timeout', '页面加载超时'],
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
});
