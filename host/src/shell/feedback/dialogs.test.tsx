// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DialogContent } from '@fridge/shared-contracts';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { createDialogLoader, type DialogFrame } from './dialog-loader.ts';
import { createDialogs } from './dialog-store.ts';
import RadixDialog from './radix-dialog.tsx';
import { createRemoteDialog } from './remote-dialog.tsx';
import { createToasts, ToastRegion } from './toasts.tsx';

afterEach(cleanup);

const question = { title: '确认删除作品吗？', description: '删除后无法恢复', confirm: '删除', cancel: '取消', danger: true } as const;

describe('a question', () => {
  async function ask(content: DialogContent = question) {
    const loader = createDialogLoader(async () => ({ default: RadixDialog }));
    const dialogs = createDialogs(loader, vi.fn());
    render(<><button type="button">打开</button><ConfirmDialog dialogs={dialogs} loader={loader} /></>);
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

  it('has one button when nothing can be refused', async () => {
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
    const loader = createDialogLoader(async () => ({ default: RadixDialog }));
    const dialogs = createDialogs(loader, vi.fn());
    render(<ConfirmDialog dialogs={dialogs} loader={loader} />);
    const held: { answer?: Promise<boolean> } = {};
    act(() => { held.answer = dialogs.confirm(question); });
    fireEvent.keyDown(await screen.findByRole('alertdialog'), { key: 'Escape' });
    expect(await held.answer).toBe(false);
  });
});

describe('a dialog whose code is late', () => {
  it('leaves toasts in the open: nothing covers them or takes them out of reach', async () => {
    const loader = createDialogLoader(() => new Promise<{ default: DialogFrame }>(() => {}));
    const dialogs = createDialogs(loader, vi.fn());
    const toasts = createToasts();
    const { container } = render(<><ToastRegion toasts={toasts} /><ConfirmDialog dialogs={dialogs} loader={loader} /></>);
    act(() => void dialogs.confirm(question));
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('status').textContent).toBe('请先登录');
    expect(document.querySelectorAll('dialog, [role="alertdialog"], [inert], [aria-hidden="true"]')).toHaveLength(0);
    expect(container.children).toHaveLength(1);
  });

  it('leaves toasts in the open once it is drawn, too', async () => {
    const loader = createDialogLoader(async () => ({ default: RadixDialog }));
    const dialogs = createDialogs(loader, vi.fn());
    const toasts = createToasts();
    render(<><main>页面</main><ToastRegion toasts={toasts} /><ConfirmDialog dialogs={dialogs} loader={loader} /></>);
    act(() => void dialogs.confirm(question));
    await screen.findByRole('alertdialog');
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('status').closest('[aria-hidden="true"], [inert]')).toBeNull();
  });
});

describe('a message that stands when a question comes', () => {
  it('gives way to it; one that answers a press within it stays', async () => {
    const loader = createDialogLoader(async () => ({ default: RadixDialog }));
    const toasts = createToasts();
    const dialogs = createDialogs(loader, vi.fn(), () => toasts.show(''));
    render(<><ToastRegion toasts={toasts} /><ConfirmDialog dialogs={dialogs} loader={loader} /></>);
    act(() => toasts.show('图片上传中，请稍候'));
    act(() => void dialogs.confirm(question));
    await screen.findByRole('alertdialog');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    act(() => toasts.show('请先登录'));
    expect(screen.getByRole('status').textContent).toBe('请先登录');
  });
});

describe('a remote\'s own dialog', () => {
  it('draws the content with a close button that the deck names', async () => {
    const Dialog = createRemoteDialog(createDialogLoader(async () => ({ default: RadixDialog })), vi.fn());
    const onClose = vi.fn();
    render(<Dialog open onClose={onClose} title="电力知识问答"><p>题目</p></Dialog>);
    expect(await screen.findByRole('dialog', { name: '电力知识问答' })).toBeTruthy();
    expect(screen.getByText('题目')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '关闭' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('takes the message away that stood before it, as it opens', async () => {
    const shown = vi.fn();
    const Dialog = createRemoteDialog(createDialogLoader(async () => ({ default: RadixDialog })), vi.fn(), shown);
    const { rerender } = render(<Dialog open={false} onClose={vi.fn()} title="标题"><p>题目</p></Dialog>);
    expect(shown).not.toHaveBeenCalled();
    rerender(<Dialog open onClose={vi.fn()} title="标题"><p>题目</p></Dialog>);
    await screen.findByRole('dialog');
    rerender(<Dialog open onClose={vi.fn()} title="标题"><p>题目二</p></Dialog>);
    expect(shown).toHaveBeenCalledOnce();
  });

  it('counts as closed, after a word to the user, when its code does not come', async () => {
    const missing = vi.fn();
    const Dialog = createRemoteDialog(createDialogLoader(() => Promise.reject(new Error('gone'))), missing);
    const onClose = vi.fn();
    render(<Dialog open onClose={onClose} title="标题"><p>题目</p></Dialog>);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(missing).toHaveBeenCalledOnce();
  });

  it('survives a title that is none', async () => {
    const Dialog = createRemoteDialog(createDialogLoader(async () => ({ default: RadixDialog })), vi.fn());
    const loose = { title: {} } as unknown as { title: string }; // what a remote built without the types may send
    render(<Dialog open onClose={() => {}} {...loose}><p>题目</p></Dialog>);
    expect(await screen.findByText('题目')).toBeTruthy();
  });
});
