// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LazyPage } from './lazy-page.tsx';

afterEach(cleanup);
const Hall = ({ name }: { name: string }) => <p>{name}</p>;
const props = { name: '大厅' };

describe('LazyPage', () => {
  it('shows the page once its code is there', async () => {
    const load = () => Promise.resolve({ default: Hall });
    render(<LazyPage load={load} props={props} />);
    expect(await screen.findByText('大厅')).toBeTruthy();
  });

  it('heals by its retry when the code failed once', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Hall })).mockRejectedValueOnce(new Error('gone'));
    const reopen = vi.fn();
    render(<LazyPage load={load} props={props} reopen={reopen} />);
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('大厅')).toBeTruthy();
    expect(reopen).not.toHaveBeenCalled();
  });

  it('opens the page anew when the retry fails too', async () => {
    const load = () => Promise.reject(new Error('gone'));
    const reopen = vi.fn();
    render(<LazyPage load={load} props={props} reopen={reopen} />);
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    await vi.waitFor(() => expect(reopen).toHaveBeenCalledOnce());
  });
});
