// @vitest-environment happy-dom
import { createFakeHost, given } from '@fridge/remote-kit/testing';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type MemoryDrafts, memoryDrafts } from '../testing/memory-drafts.ts';
import { emptyRecipe, recipeKind, type RecipeValues } from './form-kinds.ts';
import { createWorkForm } from './work-form.ts';

const stored = vi.hoisted(() => ({ drafts: null as MemoryDrafts | null }));
vi.mock('./indexeddb-drafts.ts', () => ({ indexedDbDrafts: () => stored.drafts?.storage }));
vi.mock('../pictures/prepare-photo.ts', () => ({
  preparePhoto: (file: Blob) => Promise.resolve(file.size === 0 ? null : file),
}));

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview');
});

function scene(drafts = memoryDrafts(), initial: RecipeValues = emptyRecipe) {
  stored.drafts = drafts;
  const fake = createFakeHost();
  fake.answer(contestCalls.uploadWork, given({ imgUrl: 'https://files.example/1.jpg' }));
  const form = createWorkForm(fake.host, { name: 'recipe', kind: recipeKind, initial });
  const { uploads } = form;
  const choose = async (...files: Blob[]) => {
    const ids = uploads.choose(files);
    form.change((values) => ({ ...values, pictures: [...values.pictures, ...ids] }));
    await vi.waitFor(() => expect(uploads.getState().every(({ stage }) => stage.phase !== 'preparing')).toBe(true));
  };
  const type = (title: string) => form.change((values) => ({ ...values, title }));
  return { drafts, form, uploads, choose, type };
}
const photo = () => new Blob(['photo']);

describe('a form', () => {
  it('restores text and pictures after a reload', async () => {
    const { drafts, form, choose, type } = scene();
    await form.setOwner('U1');
    type('番茄');
    await choose(photo(), photo());
    form.close();
    await form.flush();
    const next = scene(drafts);
    expect(await next.form.setOwner('U1')).toBe(true);
    expect(next.form.getState()).toMatchObject({
      values: { title: '番茄', pictures: [expect.any(String), expect.any(String)] },
      touched: true,
      opening: false,
    });
    expect(next.uploads.getState().map(({ stage }) => stage.phase)).toEqual(['waiting', 'waiting']);
  });

  it("keeps a guest's input at the login and removes it for another user", async () => {
    const { drafts, form, type } = scene();
    await form.setOwner('');
    type('客人的菜');
    expect(await form.setOwner('U1')).toBe(false);
    expect(form.getState().values.title).toBe('客人的菜');
    await form.setOwner('U2');
    expect(form.getState()).toMatchObject({ values: emptyRecipe, touched: false });
    await form.setOwner('U1');
    expect(form.getState().values.title).toBe('客人的菜');
    expect(drafts.keys()).toEqual(['U1/recipe']);
  });

  it('keeps its input when the session expires, until another user logs in', async () => {
    const { drafts, form, type } = scene();
    await form.setOwner('U1');
    type('番茄');
    await form.setOwner('');
    expect(form.getState().values.title).toBe('番茄');
    type('番茄牛腩');
    expect(await form.setOwner('U1')).toBe(false);
    expect(form.getState().values.title).toBe('番茄牛腩');
    await form.setOwner('');
    await form.setOwner('U2');
    await form.flush();
    expect([form.getState().values.title, drafts.keys()]).toEqual(['', ['U1/recipe']]);
  });

  it('stores no draft for a guest or without input', async () => {
    const { drafts, form, type } = scene();
    await form.setOwner('');
    type('番茄');
    await form.flush();
    const other = scene(drafts);
    await other.form.setOwner('U1');
    await other.form.flush();
    expect(drafts.keys()).toEqual([]);
  });

  it('removes an unreadable picture', async () => {
    const { form, choose } = scene();
    await choose(new Blob([]), photo());
    expect(form.getState().values.pictures).toHaveLength(1);
  });

  it('is empty after it was cleared, and has no draft', async () => {
    const { drafts, form, uploads, choose, type } = scene();
    await form.setOwner('U1');
    type('番茄');
    await choose(photo());
    const requestId = form.requestId();
    await form.flush();
    await form.clear();
    expect([form.getState().values, form.getState().touched, uploads.getState(), drafts.keys()]).toEqual([
      emptyRecipe,
      false,
      [],
      [],
    ]);
    expect(form.requestId()).not.toBe(requestId);
  });

  it('prefills values that nobody has edited', async () => {
    const { drafts, form, type } = scene();
    await form.setOwner('U1');
    form.prefill((values) => ({ ...values, tips: '已知' }));
    expect(form.getState()).toMatchObject({ values: { tips: '已知' }, touched: false });
    await form.flush();
    expect(drafts.keys()).toEqual([]);
    type('番茄');
    form.prefill((values) => ({ ...values, tips: '另一个' }));
    expect(form.getState().values.tips).toBe('已知');
    await form.clear();
    expect(form.getState().values.tips).toBe('另一个');
  });

  it('leaves a draft alone that could not be read, works without one, and says so', async () => {
    const before = scene();
    await before.form.setOwner('U1');
    before.type('番茄');
    await before.form.flush();
    const { drafts } = before;
    const { load } = drafts.storage;
    drafts.storage.load = () => Promise.reject(new DOMException('lost', 'UnknownError'));
    const { form, type } = scene(drafts);
    await form.setOwner('U1');
    expect(form.getState()).toMatchObject({ draftsOff: true, opening: false });
    const { length } = drafts.writes;
    type('别的');
    form.requestId();
    await form.flush();
    await form.finish();
    form.close();
    expect([form.getState().values.title, drafts.writes.length]).toEqual(['', length]);
    drafts.storage.load = load;
    const next = scene(drafts);
    await next.form.setOwner('U1');
    expect(next.form.getState().values.title).toBe('番茄');
  });

  it('writes nothing while its draft is being read', async () => {
    const drafts = memoryDrafts();
    let answer: ((draft: null) => void) | undefined;
    drafts.storage.load = () => new Promise((resolve) => (answer = resolve));
    const { form, type } = scene(drafts);
    await form.setOwner('');
    type('客人的菜');
    const reading = form.setOwner('U1');
    await form.flush();
    expect([form.getState().opening, drafts.writes]).toEqual([false, []]);
    await vi.waitFor(() => expect(answer).toBeDefined());
    answer?.(null);
    await reading;
    await form.flush();
    expect(drafts.writes).toEqual(['text U1/recipe']);
  });

  it('stores input of before the login also when it is left while the draft is being read', async () => {
    const drafts = memoryDrafts();
    let answer: ((draft: null) => void) | undefined;
    drafts.storage.load = () => new Promise((resolve) => (answer = resolve));
    const { form, type } = scene(drafts);
    await form.setOwner('');
    type('客人的菜');
    const reading = form.setOwner('U1');
    await vi.waitFor(() => expect(answer).toBeDefined());
    form.close();
    expect(drafts.writes).toEqual([]);
    answer?.(null);
    await reading;
    await vi.waitFor(() => expect(drafts.writes).toEqual(['text U1/recipe']));
  });

  it("leaves a user's draft alone when they log in with other input", async () => {
    const before = scene();
    await before.form.setOwner('U1');
    before.type('番茄');
    before.form.close();
    await before.form.flush();
    const { form, type } = scene(before.drafts);
    await form.setOwner('');
    type('客');
    expect(await form.setOwner('U1')).toBe(false);
    await form.flush();
    expect(form.getState()).toMatchObject({ values: { title: '客' }, draftsOff: true });
    const next = scene(before.drafts);
    await next.form.setOwner('U1');
    expect(next.form.getState()).toMatchObject({ values: { title: '番茄' }, draftsOff: false });
  });

  it('keeps the next user’s drafts after one who had none', async () => {
    const { drafts, form, type } = scene();
    drafts.control.refuse = true;
    await form.setOwner('U1');
    drafts.control.refuse = false;
    await form.setOwner('U2');
    expect(form.getState().draftsOff).toBe(false);
    type('番茄');
    await form.flush();
    expect(drafts.keys()).toEqual(['U2/recipe']);
  });

  it('shows the same problem as a new one each time, until the next change', () => {
    const { form, type } = scene();
    const problem = form.firstProblem();
    expect(problem).toEqual({ field: 'title', messageKey: 'contest.form.titleEmpty.toast' });
    if (problem === null) return;
    form.showProblem(problem);
    const first = form.getState().problem;
    form.showProblem(problem);
    expect(form.getState().problem).toEqual(first);
    expect(form.getState().problem).not.toBe(first);
    type('番');
    expect(form.getState().problem).toBeNull();
  });

  it('keeps its request id while nothing changes, also after a reload', async () => {
    const { drafts, form, type } = scene();
    await form.setOwner('U1');
    type('番茄');
    const requestId = form.requestId();
    expect(form.requestId()).toBe(requestId);
    await form.flush();
    const next = scene(drafts);
    await next.form.setOwner('U1');
    expect(next.form.requestId()).toBe(requestId);
    next.type('番茄牛腩');
    expect(next.form.requestId()).not.toBe(requestId);
  });

  it('counts pictures before their upload', async () => {
    const { form, choose } = scene(undefined, { ...emptyRecipe, title: '番茄', content: '字'.repeat(100) });
    await choose(photo());
    expect(form.firstProblem()?.field).toBe('images');
    await choose(photo());
    expect(form.firstProblem()).toBeNull();
  });
});
