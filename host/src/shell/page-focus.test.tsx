// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { usePageFocus } from './layout.tsx';

afterEach(cleanup);

function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return <h1 ref={heading} tabIndex={-1}>出了点问题</h1>;
}

function Shell({ visit, failed = false }: { visit: number; failed?: boolean }) {
  return (
    <>
      <button type="button">返回</button>
      <main ref={usePageFocus(visit)} tabIndex={-1}>{failed && <Heading key={visit} />}</main>
    </>
  );
}

function Standing({ visit }: { visit: number }) {
  return <main ref={usePageFocus(visit)} tabIndex={-1}><div inert={visit > 1}><button type="button">去看看</button></div></main>;
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
