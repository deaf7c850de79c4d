// @vitest-environment happy-dom
import { createFakeHost, given } from '@fridge/remote-kit/testing';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type MemoryDrafts, memoryDrafts } from '../testing/memory-drafts.ts';
import * as v from 'valibot';
import { recipeKind } from './form-kinds.ts';
import { createWorkForm } from './work-form.ts';

const stored = vi.hoisted(() => ({ drafts: null as MemoryDrafts | null }));
vi.mock('./indexeddb-drafts.ts', () => ({
  get indexedDbDrafts() {
    return stored.drafts?.storage;
  },
}));
vi.mock('../pictures/prepare-picture.ts', () => ({
  preparePicture: (file: Blob) => Promise.resolve(file.size === 0 ? null : file),
}));

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview');
});

const emptyRecipe = v.parse(recipeKind.schema, {});

function scene(drafts = memoryDrafts(), { owner = 'U1', values = emptyRecipe, revision = null as number | null } = {}) {
  stored.drafts = drafts;
  const fake = createFakeHost();
  let uploaded = 0;
  fake.answer(contestCalls.uploadWork, () => given({ imgUrl: `https://files.example/${(uploaded += 1)}.jpg` }));
  const form = createWorkForm(fake.host, recipeKind, owner, 'recipe', { values, revision });
  const { uploads } = form;
  const choose = async (...files: Blob[]) => {
    const ids = uploads.choose(files);
    form.change({ pictures: [...form.getState().values.pictures, ...ids] });
    await vi.waitFor(() => expect(uploads.getState().every(({ stage }) => stage === 'uploaded')).toBe(true));
  };
  const type = (title: string) => form.change({ title });
  return { drafts, fake, form, uploads, choose, type };
}
const settle = () => new Promise((done) => setTimeout(done));
const picture = () => new Blob(['picture']);

describe('a form', () => {
  it('restores text and pictures after a reload, for its owner alone', async () => {
    const { drafts, form, choose, type } = scene();
    expect(await form.open()).toBe(false);
    type('番茄');
    await choose(picture(), picture());
    form.close();
    await settle();
    const next = scene(drafts);
    expect(await next.form.open()).toBe(true);
    expect(next.form.getState()).toMatchObject({
      values: { title: '番茄', pictures: [expect.any(String), expect.any(String)] },
      touched: true,
      opening: false,
    });
    expect(next.uploads.getState().map(({ stage }) => stage)).toEqual(['uploaded', 'uploaded']);
    const other = scene(drafts, { owner: 'U2' });
    expect([await other.form.open(), other.form.getState().values]).toEqual([false, emptyRecipe]);
  });

  it('writes nothing before its draft was read, nor without input', async () => {
    const { drafts, form, type } = scene();
    const opening = form.open();
    expect(form.getState().opening).toBe(true);
    await opening;
    await settle();
    expect(drafts.writes).toEqual([]);
    type('番茄');
    await settle();
    expect(drafts.writes).toEqual(['saved U1/recipe']);
  });

  it('leaves a draft alone that could not be read, works without one, and says so', async () => {
    const before = scene();
    await before.form.open();
    before.type('番茄');
    await settle();
    const { drafts } = before;
    drafts.control.refuse = true;
    const { form, type } = scene(drafts);
    await form.open();
    drafts.control.refuse = false;
    expect(form.getState()).toMatchObject({ draftsOff: true, opening: false });
    const { length } = drafts.writes;
    type('别的');
    form.requestId();
    await settle();
    form.finish();
    form.close();
    await settle();
    expect([form.getState().values.title, drafts.writes.length]).toEqual(['', length]);
    const next = scene(drafts);
    await next.form.open();
    expect(next.form.getState().values.title).toBe('番茄');
  });

  it('has the defaults of what a draft of another release lacks or has malformed', async () => {
    const drafts = memoryDrafts();
    const text = {
      keptAt: 0,
      values: { title: 7, content: '慢炖', colour: 'red', steps: [{ text: '切' }, 'no step'] },
    };
    await drafts.storage.save('U1/recipe', text, new Map());
    const { form } = scene(drafts, { values: { ...emptyRecipe, tips: '旧贴士' } });
    await form.open();
    expect(form.getState().values).toEqual({
      ...emptyRecipe,
      content: '慢炖',
      tips: '旧贴士',
      steps: [{ id: expect.any(String), picture: '', text: '切' }],
    });
  });

  it('drops a picture of a draft that is not stored', async () => {
    const drafts = memoryDrafts();
    const text = { keptAt: 0, values: { pictures: ['a', 'b'], steps: [{ id: 's', picture: 'c', text: '切' }] } };
    await drafts.storage.save('U1/recipe', text, new Map([['b', picture()]]));
    const { form } = scene(drafts);
    await form.open();
    expect(form.getState().values).toMatchObject({ pictures: ['b'], steps: [{ id: 's', picture: '', text: '切' }] });
  });

  it('removes an unreadable picture, and cancels and forgets one that is no longer named', async () => {
    const { form, choose, uploads } = scene();
    await form.open();
    await choose(new Blob([]), picture());
    expect(form.getState().values.pictures).toHaveLength(1);
    form.change({ pictures: [] });
    expect(uploads.getState()).toEqual([]);
  });

  it('is empty after it was cleared, and has no draft', async () => {
    const { drafts, form, uploads, choose, type } = scene();
    await form.open();
    type('番茄');
    await choose(picture());
    const requestId = form.requestId();
    await settle();
    form.clear();
    await settle();
    expect([form.getState().values, form.getState().touched, uploads.getState(), drafts.keys()]).toEqual([
      emptyRecipe,
      false,
      [],
      [],
    ]);
    expect(form.requestId()).not.toBe(requestId);
  });

  it('shows new initial values while nobody has edited it, and after it was cleared', async () => {
    const { drafts, form, type } = scene();
    await form.open();
    form.setInitial({ values: { ...emptyRecipe, tips: '已知' }, revision: 1 });
    expect([form.getState(), form.revision()]).toMatchObject([{ values: { tips: '已知' }, touched: false }, 1]);
    await settle();
    expect(drafts.keys()).toEqual([]);
    type('番茄');
    form.setInitial({ values: { ...emptyRecipe, tips: '另一个' }, revision: 2 });
    expect([form.getState().values.tips, form.revision()]).toEqual(['已知', 1]);
    form.clear();
    expect([form.getState().values.tips, form.revision()]).toEqual(['另一个', 2]);
  });

  it('remembers which revision of the work its draft began from', async () => {
    const { drafts, form, type } = scene(undefined, { revision: 1 });
    await form.open();
    type('番茄');
    await settle();
    const next = scene(drafts, { revision: 2 });
    await next.form.open();
    expect(next.form.revision()).toBe(1);
    next.form.ignoreRevision();
    expect(next.form.revision()).toBeNull();
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
    await form.open();
    type('番茄');
    const requestId = form.requestId();
    expect(form.requestId()).toBe(requestId);
    await settle();
    const next = scene(drafts);
    await next.form.open();
    expect(next.form.requestId()).toBe(requestId);
    next.type('番茄牛腩');
    expect(next.form.requestId()).not.toBe(requestId);
  });

  it('counts pictures before their upload', async () => {
    const { form, choose } = scene(undefined, { values: { ...emptyRecipe, title: '番茄', content: '字'.repeat(100) } });
    await choose(picture());
    expect(form.firstProblem()?.field).toBe('pictures');
    await choose(picture());
    expect(form.firstProblem()).toBeNull();
  });
});
