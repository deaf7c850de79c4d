// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createLateCode } from '@fridge/shared-ui';
import { LazyPage } from './lazy-page.tsx';

afterEach(cleanup);
const Hall = ({ name }: { name: string }) => <p>{name}</p>;
const props = { name: '大厅' };

describe('LazyPage', () => {
  it('shows the page once its code is there, and at once the next time', async () => {
    const code = createLateCode(() => Promise.resolve({ default: Hall }));
    render(<LazyPage code={code} props={props} loadDocument={async () => {}} />);
    expect(await screen.findByText('大厅')).toBeTruthy();
    cleanup();
    render(<LazyPage code={code} props={props} loadDocument={async () => {}} />);
    expect(screen.getByText('大厅')).toBeTruthy();
  });

  it('heals by its retry when the code failed once', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Hall })).mockRejectedValueOnce(new Error('gone'));
    const loadDocument = vi.fn(async () => {});
    render(<LazyPage code={createLateCode(load)} props={props} loadDocument={loadDocument} />);
    fireEvent.click(await screen.findByRole('button', { name: '重试' }));
    expect(await screen.findByText('大厅')).toBeTruthy();
    expect(loadDocument).not.toHaveBeenCalled();
  });

  it('heals by itself when the network is back', async () => {
    const load = vi.fn(() => Promise.resolve({ default: Hall })).mockRejectedValueOnce(new Error('gone'));
    render(<LazyPage code={createLateCode(load)} props={props} loadDocument={async () => {}} />);
    await screen.findByRole('button', { name: '重试' });
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('大厅')).toBeTruthy();
  });

  it('loads the document once its addresses are used up, and only when the user retries', async () => {
    const load = vi.fn(() => Promise.reject(new Error('gone')));
    const loadDocument = vi.fn(async () => {});
    render(<LazyPage code={createLateCode(load)} props={props} loadDocument={loadDocument} />);
    const retry = async () => {
      const button = await screen.findByRole('button', { name: '重试' });
      await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
      fireEvent.click(button);
    };
    for (let tries = 2; tries <= 4; tries += 1) {
      await retry();
      await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(tries));
    }
    await screen.findByRole('button', { name: '重试' });
    expect(loadDocument).not.toHaveBeenCalled();
    await retry();
    await vi.waitFor(() => expect(loadDocument).toHaveBeenCalledOnce());
    expect(load).toHaveBeenCalledTimes(4);
  });
});
