// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createPictureUploads, type UploadOutcome } from '../pictures/picture-uploads.ts';
import { memoryDrafts } from '../testing/memory-drafts.ts';
import { emptyRecipe, recipeKind, type RecipeValues } from './form-kinds.ts';
import { createWorkForm } from './work-form.ts';

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:preview');
});

function scene(drafts = memoryDrafts(), initial: RecipeValues = emptyRecipe) {
  let count = 0;
  const uploads = createPictureUploads({
    send: () => Promise.resolve<UploadOutcome>({ ok: true, address: `https://files.example/${(count += 1)}.jpg` }),
    prepare: (file) => Promise.resolve(file.size === 0 ? null : file),
    onRefused: () => {},
  });
  const form = createWorkForm({ name: 'recipe', kind: recipeKind, uploads, storage: drafts.storage, initial });
  const choose = async (...files: Blob[]) => {
    const { ids, prepared } = uploads.choose(files);
    form.change((values) => ({ ...values, pictures: [...values.pictures, ...ids] }));
    await prepared;
  };
  const type = (title: string) => form.change((values) => ({ ...values, title }));
  return { drafts, form, uploads, choose, type };
}
const photo = () => new Blob(['photo']);

describe('a form', () => {
  it('puts back what was typed and chosen, after a reload', async () => {
    const { drafts, form, choose, type } = scene();
    await form.setOwner('U1');
    type('番茄');
    await choose(photo(), photo());
    form.close();
    await form.flush();
    const next = scene(drafts);
    expect(await next.form.setOwner('U1')).toBe(true);
    expect(next.form.getState()).toMatchObject({ values: { title: '番茄', pictures: [expect.any(String), expect.any(String)] }, touched: true, opening: false });
    expect(next.uploads.getState().map(({ stage }) => stage.phase)).toEqual(['waiting', 'waiting']);
  });

  it("never shows one user what another typed, and keeps a guest's input through the login", async () => {
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

  it('loses nothing when the session runs out, and goes on when its user is back', async () => {
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

  it('keeps nothing for somebody it doesn’t know, and nothing that nobody typed', async () => {
    const { drafts, form, type } = scene();
    await form.setOwner('');
    type('番茄');
    await form.flush();
    const other = scene(drafts);
    await other.form.setOwner('U1');
    await other.form.flush();
    expect(drafts.keys()).toEqual([]);
  });

  it('lets go of a picture that turns out to be none', async () => {
    const { form, choose } = scene();
    await choose(new Blob([]), photo());
    expect(form.getState().values.pictures).toHaveLength(1);
  });

  it('is empty once it is sent or thrown away, and so is its draft', async () => {
    const { drafts, form, uploads, choose, type } = scene();
    await form.setOwner('U1');
    type('番茄');
    await choose(photo());
    form.setAttempt({ fields: 'f', requestId: 'r' });
    await form.flush();
    await form.clear();
    expect([form.getState().values, form.getState().touched, form.attempt(), uploads.getState(), drafts.keys()]).toEqual([emptyRecipe, false, null, [], []]);
  });

  it('takes what is known beforehand, but never over what was typed', async () => {
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

  it('says when nothing can be kept', async () => {
    const { drafts, form } = scene();
    drafts.control.refuse = true;
    await form.setOwner('U1');
    expect(form.getState()).toMatchObject({ draftsOff: true, opening: false });
  });

  it('points at the same problem anew, until something changes', () => {
    const { form, type } = scene();
    const problem = form.firstProblem();
    expect(problem).toEqual({ field: 'title', messageKey: 'contest.form.titleEmpty.toast' });
    if (problem === null) return;
    form.showProblem(problem);
    form.showProblem(problem);
    expect(form.getState().problem).toEqual({ ...problem, shown: 2 });
    type('番');
    expect(form.getState().problem).toBeNull();
  });

  it('counts pictures on their way, so that their number is judged at once', async () => {
    const { form, choose } = scene(undefined, { ...emptyRecipe, title: '番茄', content: '字'.repeat(100) });
    await choose(photo());
    expect(form.firstProblem()?.field).toBe('images');
    await choose(photo());
    expect(form.firstProblem()).toBeNull();
  });
});
