// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { useEffect, useRef } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { usePageFocus } from './page-focus.ts';

afterEach(cleanup);

function Heading() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return <h1 ref={heading} tabIndex={-1}>出了点问题</h1>;
}

function Shell({ visit, failed = false }: { visit: string; failed?: boolean }) {
  return (
    <>
      <button type="button">返回</button>
      <main ref={usePageFocus(visit)} tabIndex={-1}>{failed && <Heading key={visit} />}</main>
    </>
  );
}

describe('usePageFocus', () => {
  it('leaves the first page alone, then goes along to each next one', () => {
    const { rerender } = render(<Shell visit="a" />);
    expect(document.activeElement).toBe(document.body);
    screen.getByRole('button').focus();
    rerender(<Shell visit="a" />);
    expect(document.activeElement).toBe(screen.getByRole('button'));
    rerender(<Shell visit="b" />);
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  it('lets a page keep the focus that it has taken', () => {
    const { rerender } = render(<Shell visit="a" />);
    rerender(<Shell visit="b" failed />);
    expect(document.activeElement).toBe(screen.getByRole('heading'));
  });
});
