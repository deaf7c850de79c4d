// @vitest-environment happy-dom
import type { DialogContent } from '@fridge/shared-contracts';
import { createLateCode } from '@fridge/shared-ui';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { ConfirmDialog, createDialogs, createVisitDialog, type DialogFrame } from './dialogs.tsx';
import RadixDialog from './radix-dialog.tsx';
import { createToasts, ToastRegion } from './toasts.tsx';

afterEach(cleanup);

const question = {
  title: '确认删除作品吗？',
  description: '删除后无法恢复',
  confirm: '删除',
  cancel: '取消',
  danger: true,
} as const;

describe('a question', () => {
  async function ask(content: DialogContent = question) {
    const loader = createLateCode(async () => ({ default: RadixDialog }));
    const dialogs = createDialogs(vi.fn(), loader);
    render(
      <>
        <button type="button">打开</button>
        <ConfirmDialog dialogs={dialogs} />
      </>,
    );
    screen.getByText('打开').focus();
    const held: { answer?: Promise<boolean> } = {};
    act(() => {
      held.answer = dialogs.confirm(content);
    });
    const dialog = await screen.findByRole('alertdialog');
    return { dialog, answer: held.answer };
  }

  it('is named by its title and described by its text', async () => {
    const { dialog } = await ask();
    expect(screen.getByRole('alertdialog', { name: question.title })).toBe(dialog);
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(question.description);
  });

  it.each([
    ['删除', true],
    ['取消', false],
  ])('answers %s with %j and gives the focus back', async (label, confirmed) => {
    const { answer } = await ask();
    fireEvent.click(screen.getByRole('button', { name: label }));
    expect(await answer).toBe(confirmed);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('打开')));
  });

  it.each([
    [{ background: '#0b1030', ink: '#f4f0ff' }, 'dark', '#0b1030'],
    [{ background: '#fff9ef', ink: '#3b2416' }, 'light', ''],
  ])('has the tone %j', async (tone, kind, surface) => {
    const { dialog } = await ask({ ...question, tone });
    expect([dialog.dataset['tone'], dialog.style.getPropertyValue('--dialog-surface')]).toEqual([kind, surface]);
  });

  it('has one button without `cancel`', async () => {
    await ask({ title: '操作超时', confirm: '我知道了' });
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(
      expect.arrayContaining(['我知道了']),
    );
    expect(screen.queryByRole('button', { name: '取消' })).toBeNull();
  });

  it('holds the page still meanwhile', async () => {
    const { answer } = await ask();
    expect(document.documentElement.style.overflow).toBe('hidden');
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    await answer;
    await waitFor(() => expect(document.documentElement.style.overflow).toBe(''));
  });
});

describe('Escape', () => {
  it('means no', async () => {
    const loader = createLateCode(async () => ({ default: RadixDialog }));
    const dialogs = createDialogs(vi.fn(), loader);
    render(<ConfirmDialog dialogs={dialogs} />);
    const held: { answer?: Promise<boolean> } = {};
    act(() => {
      held.answer = dialogs.confirm(question);
    });
    fireEvent.keyDown(await screen.findByRole('alertdialog'), { key: 'Escape' });
    expect(await held.answer).toBe(false);
  });
});

describe('a dialog whose code is late', () => {
  it('does not cover or hide toasts', async () => {
    const loader = createLateCode(() => new Promise<{ default: DialogFrame }>(() => {}));
    const dialogs = createDialogs(vi.fn(), loader);
    const toasts = createToasts();
    const { container } = render(
      <>
        <ToastRegion toasts={toasts} />
        <ConfirmDialog dialogs={dialogs} />
      </>,
    );
    act(() => void dialogs.confirm(question));
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('status').textContent).toBe('请先登录');
    expect(document.querySelectorAll('dialog, [role="alertdialog"], [inert], [aria-hidden="true"]')).toHaveLength(0);
    expect(container.children).toHaveLength(1);
  });

  it('does not hide toasts when it is open', async () => {
    const loader = createLateCode(async () => ({ default: RadixDialog }));
    const dialogs = createDialogs(vi.fn(), loader);
    const toasts = createToasts();
    render(
      <>
        <main>页面</main>
        <ToastRegion toasts={toasts} />
        <ConfirmDialog dialogs={dialogs} />
      </>,
    );
    act(() => void dialogs.confirm(question));
    await screen.findByRole('alertdialog');
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('status').closest('[aria-hidden="true"], [inert]')).toBeNull();
  });
});

describe('a toast from before a question', () => {
  it('is dismissed when the dialog opens; a later one stays', async () => {
    const loader = createLateCode(async () => ({ default: RadixDialog }));
    const toasts = createToasts();
    const dialogs = createDialogs(toasts.show, loader);
    render(
      <>
        <ToastRegion toasts={toasts} />
        <ConfirmDialog dialogs={dialogs} />
      </>,
    );
    act(() => toasts.show('图片上传中，请稍候'));
    act(() => void dialogs.confirm(question));
    await screen.findByRole('alertdialog');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('status').textContent).toBe('请先登录');
  });
});

describe("a remote's own dialog", () => {
  function visitDialog(importFrame = async (): Promise<{ default: DialogFrame }> => ({ default: RadixDialog })) {
    const toast = vi.fn();
    const ended = createStore(() => false);
    return { Dialog: createVisitDialog({ loader: createLateCode(importFrame), toast, ended }), toast, ended };
  }

  it('draws the content with a close button that the deck names', async () => {
    const { Dialog } = visitDialog();
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="电力知识问答">
        <p>题目</p>
      </Dialog>,
    );
    expect(await screen.findByRole('dialog', { name: '电力知识问答' })).toBeTruthy();
    expect(screen.getByText('题目')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('dismisses the current toast when it opens', async () => {
    const { Dialog, toast } = visitDialog();
    const { rerender } = render(
      <Dialog open={false} onClose={vi.fn()} title="标题">
        <p>题目</p>
      </Dialog>,
    );
    expect(toast).not.toHaveBeenCalled();
    rerender(
      <Dialog open onClose={vi.fn()} title="标题">
        <p>题目</p>
      </Dialog>,
    );
    await screen.findByRole('dialog');
    rerender(
      <Dialog open onClose={vi.fn()} title="标题">
        <p>题目二</p>
      </Dialog>,
    );
    expect(toast.mock.calls).toEqual([['']]);
  });

  it('closes when its visit ends, and stays closed', async () => {
    const { Dialog, ended } = visitDialog();
    render(
      <Dialog open onClose={vi.fn()} title="标题">
        <p>题目</p>
      </Dialog>,
    );
    await screen.findByRole('dialog');
    act(() => ended.setState(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is closed, after a toast, when its code can not be loaded', async () => {
    const { Dialog, toast } = visitDialog(() => Promise.reject(new Error('gone')));
    const onClose = vi.fn();
    render(
      <Dialog open onClose={onClose} title="标题">
        <p>题目</p>
      </Dialog>,
    );
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toast.mock.calls).toEqual([[''], ['操作失败，请稍后再试']]);
  });

  it('accepts a title that is no text', async () => {
    const { Dialog } = visitDialog();
    const loose = { title: {} } as unknown as { title: string }; // what a remote built without the types may send
    render(
      <Dialog open onClose={() => {}} {...loose}>
        <p>题目</p>
      </Dialog>,
    );
    expect(await screen.findByText('题目')).toBeTruthy();
  });
});

describe('createDialogs', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const code: { default: DialogFrame } = { default: () => null };
  const loader = createLateCode(async () => code);
  const ready = () => createDialogs(vi.fn(), loader);
  const settle = () => vi.advanceTimersByTimeAsync(0);
  const content = (title: string) => ({ title, confirm: '确定' });

  describe('questions to the user', () => {
    it('come one at a time, in order, and are each answered once', async () => {
      const dialogs = ready();
      const first = dialogs.confirm(content('一'));
      const second = dialogs.confirm(content('二'));
      await settle();
      const id = dialogs.store.getState().shown?.id ?? 0;
      expect(dialogs.store.getState().shown).toMatchObject({ open: true, content: { title: '一' } });
      dialogs.answer(id, true);
      dialogs.answer(id, false);
      expect(await first).toBe(true);
      expect(dialogs.store.getState().shown).toMatchObject({ open: false, content: { title: '一' } });
      vi.advanceTimersByTime(160);
      expect(dialogs.store.getState().shown).toMatchObject({ open: true, content: { title: '二' } });
      dialogs.answer(dialogs.store.getState().shown?.id ?? 0, false);
      expect(await second).toBe(false);
      vi.advanceTimersByTime(160);
      expect(dialogs.store.getState().shown).toBeNull();
    });

    it('are all answered with no when the user leaves their screen', async () => {
      const dialogs = ready();
      const answers = Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))]);
      dialogs.dismissAll();
      expect(await answers).toEqual([false, false]);
      vi.advanceTimersByTime(160);
      expect(dialogs.store.getState().shown).toBeNull();
    });

    it('each dismiss the current toast when they open', async () => {
      const toast = vi.fn();
      const dialogs = createDialogs(toast, loader);
      void dialogs.confirm(content('一'));
      expect(toast).not.toHaveBeenCalled();
      await settle();
      void dialogs.confirm(content('二'));
      expect(toast.mock.calls).toEqual([['']]);
      dialogs.answer(dialogs.store.getState().shown?.id ?? 0, true);
      vi.advanceTimersByTime(160);
      expect(toast.mock.calls).toEqual([[''], ['']]);
    });

    it('of the next screen wait until the previous dialog has closed', async () => {
      const dialogs = ready();
      void dialogs.confirm(content('一'));
      await settle();
      dialogs.dismissAll();
      void dialogs.confirm(content('二'));
      expect(dialogs.store.getState().shown).toMatchObject({ open: false, content: { title: '一' } });
      vi.advanceTimersByTime(160);
      expect(dialogs.store.getState().shown).toMatchObject({ open: true, content: { title: '二' } });
    });

    it('take no answer for a dialog that is not there', () => {
      const dialogs = ready();
      expect(() => dialogs.answer(7, true)).not.toThrow();
      dialogs.dismissAll();
      expect(dialogs.store.getState().shown).toBeNull();
    });

    it("wait while the dialog's code is loaded, without a toast for a user who has left", async () => {
      let fail: (error: Error) => void = () => undefined;
      const toast = vi.fn();
      const dialogs = createDialogs(
        toast,
        createLateCode(() => new Promise((_, reject) => (fail = reject))),
      );
      const answer = dialogs.confirm(content('一'));
      await settle();
      expect(dialogs.store.getState()).toEqual({ shown: null, waiting: true });
      dialogs.dismissAll();
      expect(await answer).toBe(false);
      fail(new Error('gone'));
      await settle();
      expect([dialogs.store.getState(), toast.mock.calls]).toEqual([{ shown: null, waiting: false }, []]);
    });

    it('are all answered with no, after one toast, when the code can not be loaded', async () => {
      const toast = vi.fn();
      const dialogs = createDialogs(
        toast,
        createLateCode(() => Promise.reject(new Error('gone'))),
      );
      expect(await Promise.all([dialogs.confirm(content('一')), dialogs.confirm(content('二'))])).toEqual([
        false,
        false,
      ]);
      expect(toast.mock.calls).toEqual([['操作失败，请稍后再试']]);
      expect(dialogs.store.getState()).toEqual({ shown: null, waiting: false });
    });
  });

  it("waits 10 s for the dialog's code", async () => {
    vi.doMock('./radix-dialog.tsx', () => new Promise(() => {}));
    const settled = vi.fn();
    void createDialogs(vi.fn()).loader.load().then(settled);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith({ ok: false, reason: 'timeout' });
    vi.doUnmock('./radix-dialog.tsx');
  });
});
