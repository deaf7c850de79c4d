// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLateCode } from '@fridge/shared-ui';
import { LazyPage, reopenIfServed } from './lazy-page.tsx';

afterEach(cleanup);
const Hall = ({ name }: { name: string }) => <p>{name}</p>;
const props = { name: '大厅' };

describe('LazyPage', () => {
  it('shows the page once its code is there, and at once the next time', async () => {
    const code = createLateCode(() => Promise.resolve({ default: Hall }));
    render(<LazyPage code={code} props={props} />);
    expect(await screen.findByText('大厅')).toBeTruthy();
    cleanup();
    render(<LazyPage code={code} props={props} />);
    expect(screen.getByText('大厅')).toBeTruthy();
  });

  it('heals by its retry when the code failed once', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Hall })).mockRejectedValueOnce(new Error('gone'));
    const reopen = vi.fn(async () => {});
    render(<LazyPage code={createLateCode(load)} props={props} reopen={reopen} />);
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('大厅')).toBeTruthy();
    expect(reopen).not.toHaveBeenCalled();
  });

  it('heals by itself when the network is back', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Hall })).mockRejectedValueOnce(new Error('gone'));
    render(<LazyPage code={createLateCode(load)} props={props} />);
    await screen.findByRole('button', { name: '重试' });
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('大厅')).toBeTruthy();
  });

  it('reopens the page when the retry fails too', async () => {
    const reopen = vi.fn(async () => {});
    render(<LazyPage code={createLateCode(() => Promise.reject(new Error('gone')))} props={props} reopen={reopen} />);
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    await vi.waitFor(() => expect(reopen).toHaveBeenCalledOnce());
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
  });
});

describe('reopening the page', () => {
  const scene = (fetch: Window['fetch']) => {
    const reload = vi.fn();
    const href = 'https://host.example/share';
    return { reload, page: { fetch, location: { ...location, href, reload } } };
  };

  it('reloads a page that is served', async () => {
    const { page, reload } = scene(async () => new Response());
    await reopenIfServed(page);
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each<[string, Window['fetch']]>([
    ['offline', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['while the origin fails', async () => new Response(null, { status: 503 })],
  ])('does not reload %s', async (_when, fetch) => {
    const { page, reload } = scene(fetch);
    await reopenIfServed(page);
    expect(reload).not.toHaveBeenCalled();
  });
});
