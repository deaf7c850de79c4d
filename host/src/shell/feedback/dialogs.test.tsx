// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DialogContent } from '@fridge/shared-contracts';
import { createStore } from 'zustand/vanilla';
import { createLateCode } from '@fridge/shared-ui';
import { ConfirmDialog, createDialogs, createVisitDialog, type DialogFrame } from './dialogs.tsx';
import RadixDialog from './radix-dialog.tsx';
import { createToasts, ToastRegion } from './toasts.tsx';

afterEach(cleanup);

const question = { title: '确认删除作品吗？', description: '删除后无法恢复', confirm: '删除', cancel: '取消', danger: true } as const;

describe('a question', () => {
  async function ask(content: DialogContent = question) {
    const loader = createLateCode(async () => ({ default: RadixDialog }));
    const dialogs = createDialogs(vi.fn(), loader);
    render(<><button type="button">打开</button><ConfirmDialog dialogs={dialogs} /></>);
    screen.getByText('打开').focus();
    const held: { answer?: Promise<boolean> } = {};
    act(() => { held.answer = dialogs.confirm(content); });
    const dialog = await screen.findByRole('alertdialog');
    return { dialog, answer: held.answer };
  }

  it('is named by its title and described by its text', async () => {
    const { dialog } = await ask();
    expect(screen.getByRole('alertdialog', { name: question.title })).toBe(dialog);
    const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).toBe(question.description);
  });

  it.each([['删除', true], ['取消', false]])('answers %s with %j and gives the focus back', async (label, confirmed) => {
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
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(expect.arrayContaining(['我知道了']));
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
    act(() => { held.answer = dialogs.confirm(question); });
    fireEvent.keyDown(await screen.findByRole('alertdialog'), { key: 'Escape' });
    expect(await held.answer).toBe(false);
  });
});

describe('a dialog whose code is late', () => {
  it('does not cover or hide toasts', async () => {
    const loader = createLateCode(() => new Promise<{ default: DialogFrame }>(() => {}));
    const dialogs = createDialogs(vi.fn(), loader);
    const toasts = createToasts();
    const { container } = render(<><ToastRegion toasts={toasts} /><ConfirmDialog dialogs={dialogs} /></>);
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
    render(<><main>页面</main><ToastRegion toasts={toasts} /><ConfirmDialog dialogs={dialogs} /></>);
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
    render(<><ToastRegion toasts={toasts} /><ConfirmDialog dialogs={dialogs} /></>);
    act(() => toasts.show('图片上传中，请稍候'));
    act(() => void dialogs.confirm(question));
    await screen.findByRole('alertdialog');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('status').textContent).toBe('请先登录');
  });
});

describe('a remote\'s own dialog', () => {
  function visitDialog(importFrame = async (): Promise<{ default: DialogFrame }> => ({ default: RadixDialog })) {
    const toast = vi.fn();
    const ended = createStore(() => false);
    return { Dialog: createVisitDialog({ loader: createLateCode(importFrame), toast, ended }), toast, ended };
  }

  it('draws the content with a close button that the deck names', async () => {
    const { Dialog } = visitDialog();
    const onClose = vi.fn();
    render(<Dialog open onClose={onClose} title="电力知识问答"><p>题目</p></Dialog>);
    expect(await screen.findByRole('dialog', { name: '电力知识问答' })).toBeTruthy();
    expect(screen.getByText('题目')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('dismisses the current toast when it opens', async () => {
    const { Dialog, toast } = visitDialog();
    const { rerender } = render(<Dialog open={false} onClose={vi.fn()} title="标题"><p>题目</p></Dialog>);
    expect(toast).not.toHaveBeenCalled();
    rerender(<Dialog open onClose={vi.fn()} title="标题"><p>题目</p></Dialog>);
    await screen.findByRole('dialog');
    rerender(<Dialog open onClose={vi.fn()} title="标题"><p>题目二</p></Dialog>);
    expect(toast.mock.calls).toEqual([['']]);
  });

  it('closes when its visit ends, and stays closed', async () => {
    const { Dialog, ended } = visitDialog();
    render(<Dialog open onClose={vi.fn()} title="标题"><p>题目</p></Dialog>);
    await screen.findByRole('dialog');
    act(() => ended.setState(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is closed, after a toast, when its code can not be loaded', async () => {
    const { Dialog, toast } = visitDialog(() => Promise.reject(new Error('gone')));
    const onClose = vi.fn();
    render(<Dialog open onClose={onClose} title="标题"><p>题目</p></Dialog>);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(toast.mock.calls).toEqual([[''], ['操作失败，请稍后再试']]);
  });

  it('accepts a title that is no text', async () => {
    const { Dialog } = visitDialog();
    const loose = { title: {} } as unknown as { title: string }; // what a remote built without the types may send
    render(<Dialog open onClose={() => {}} {...loose}><p>题目</p></Dialog>);
    expect(await screen.findByText('题目')).toBeTruthy();
  });
});
