// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createHeader, Header, type HeaderKeeper } from './header.tsx';
import { renderFirstPage, usePageFocus } from './layout.tsx';

afterEach(cleanup);

function Page({ header }: { header: HeaderKeeper }) {
  useLayoutEffect(
    () => header.setRoute({ title: '幸运大转盘', tone: { background: '#7a0a1b', ink: '#fff3dc' } }),
    [header],
  );
  return <p>大转盘</p>;
}

it('shows the header with the title and the colours of its page from the first frame on', () => {
  const header = createHeader();
  const place = document.createElement('div');
  const root = createRoot(place);
  renderFirstPage(
    root,
    <>
      <Header
        header={header}
        statusBarHeight={createStore(() => 44)}
        onBack={() => undefined}
        onShare={() => undefined}
      />
      <Page header={header} />
    </>,
  );
  expect(place.textContent).toContain('幸运大转盘');
  expect(place.querySelector('header')?.style.getPropertyValue('--header-background')).toBe('#7a0a1b');
  root.unmount();
});

function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      出了点问题
    </h1>
  );
}

function Shell({ visit, failed = false }: { visit: number; failed?: boolean }) {
  return (
    <>
      <button type="button">返回</button>
      <main ref={usePageFocus(visit)} tabIndex={-1}>
        {failed && <Heading key={visit} />}
      </main>
    </>
  );
}

function Standing({ visit }: { visit: number }) {
  return (
    <main ref={usePageFocus(visit)} tabIndex={-1}>
      <div inert={visit > 1}>
        <button type="button">去看看</button>
      </div>
    </main>
  );
}

describe('usePageFocus', () => {
  it('takes the focus out of the previous screen, which is still mounted', () => {
    const page = (visit: number) => <Standing visit={visit} />;
    const { rerender } = render(page(1));
    screen.getByRole('button').focus();
    rerender(page(2));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('does not move on the first page, then moves to each next one', () => {
    const { rerender } = render(<Shell visit={1} />);
    expect(document.activeElement).toBe(document.body);
    screen.getByRole('button').focus();
    rerender(<Shell visit={1} />);
    expect(document.activeElement).toBe(screen.getByRole('button'));
    rerender(<Shell visit={2} />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('does not take the focus from within the page', () => {
    const { rerender } = render(<Shell visit={1} />);
    rerender(<Shell visit={2} failed />);
    expect(document.activeElement).toBe(screen.getByRole('heading'));
  });
});
