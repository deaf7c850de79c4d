// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { copy } from '../copy.ts';
import { DocumentPage } from './document-page.tsx';

afterEach(cleanup);

/** Each call waits until it is told that the document couldn't be loaded. */
function loading() {
  const ends: (() => void)[] = [];
  const loadDocument = vi.fn(() => new Promise<void>((resolve) => void ends.push(resolve)));
  return { loadDocument, fail: () => act(async () => ends.splice(0).forEach((end) => end())) };
}

describe('a page that only its document can show', () => {
  it('is loaded at once, and says so where that fails', async () => {
    const { loadDocument, fail } = loading();
    render(<DocumentPage loadDocument={loadDocument} />);
    expect([loadDocument.mock.calls.length, screen.queryByRole('button')]).toEqual([1, null]);
    await fail();
    expect(screen.getByRole('heading').textContent).toBe(copy['host.remote.failed.title']);
  });

  it('with a failure is loaded when the user wants it, once at a time', async () => {
    const { loadDocument, fail } = loading();
    render(<DocumentPage failed="registry" loadDocument={loadDocument} />);
    expect([screen.getByRole('heading').textContent, loadDocument.mock.calls.length]).toEqual([
      copy['host.registry.title'],
      0,
    ]);
    const button = screen.getByRole('button');
    fireEvent.click(button);
    fireEvent.click(button);
    expect([loadDocument.mock.calls.length, button.getAttribute('aria-busy')]).toEqual([1, 'true']);
    await fail();
    fireEvent.click(screen.getByRole('button'));
    expect(loadDocument).toHaveBeenCalledTimes(2);
  });

  it('is loaded by itself when the network is back', () => {
    const { loadDocument } = loading();
    render(<DocumentPage failed="registry" loadDocument={loadDocument} />);
    act(() => void window.dispatchEvent(new Event('online')));
    expect(loadDocument).toHaveBeenCalledOnce();
  });
});
