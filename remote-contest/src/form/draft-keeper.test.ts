// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyRecipe, recipeKind, type RecipeValues } from './form-kinds.ts';
import type { Picture } from '../pictures/picture-uploads.ts';
import { memoryDrafts } from '../testing/memory-drafts.ts';
import { createDraftKeeper } from './draft-keeper.ts';

const hour = 60 * 60 * 1000;
const values: RecipeValues = {
  ...emptyRecipe,
  title: '番茄',
  pictures: ['a', 'b'],
  steps: [{ id: 's', picture: 'c', text: '切' }],
};
const bytes = (text: string) => new Blob([text], { type: 'image/jpeg' });
const sent = (id: string, uploadedAt: number | null = 100 * hour): Picture => ({
  id,
  bytes: bytes(id),
  preview: '',
  stage: { phase: 'uploaded', address: `https://files.example/${id}.jpg`, uploadedAt },
});
const waiting = (id: string): Picture => ({ id, bytes: bytes(id), preview: '', stage: { phase: 'waiting' } });

function scene(drafts = memoryDrafts(), { key = 'U1/recipe', at = 101 * hour, base = '' } = {}) {
  const onRefused = vi.fn();
  return {
    drafts,
    onRefused,
    keeper: createDraftKeeper({ storage: drafts.storage, key, base, kind: recipeKind, onRefused, now: () => at }),
  };
}

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:put-back');
});

describe('a draft', () => {
  it('restores text, pictures and finished uploads', async () => {
    const { drafts, keeper } = scene();
    keeper.keep({ values, pictures: [sent('a'), waiting('b'), sent('c')], attempt: { fields: 'f', requestId: 'r' } });
    await keeper.flush();
    const back = await scene(drafts).keeper.restore();
    expect(back?.values).toEqual(values);
    expect(back?.attempt).toEqual({ fields: 'f', requestId: 'r' });
    expect(back?.pictures.map(({ id, stage, preview }) => [id, stage.phase, preview])).toEqual([
      ['a', 'uploaded', 'blob:put-back'],
      ['b', 'waiting', 'blob:put-back'],
      ['c', 'uploaded', 'blob:put-back'],
    ]);
    expect(await back?.pictures[1]?.bytes?.text()).toBe('b');
  });

  it('belongs to one user and one form', async () => {
    const { drafts, keeper } = scene();
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.flush();
    expect(await scene(drafts, { key: 'U2/recipe' }).keeper.restore()).toBeNull();
    expect(await scene(drafts, { key: 'U1/edit/7' }).keeper.restore()).toBeNull();
  });

  it.each([
    [12 * hour - 1, 'uploaded'],
    [12 * hour, 'waiting'],
    [-1, 'waiting'],
  ])('restores a picture that was uploaded %i ms ago as %s', async (age, stage) => {
    const { drafts, keeper } = scene();
    keeper.keep({
      values: { ...values, pictures: ['a'], steps: [] },
      pictures: [sent('a', 100 * hour)],
      attempt: null,
    });
    await keeper.flush();
    const back = await scene(drafts, { at: 100 * hour + age }).keeper.restore();
    expect(back?.pictures.map((picture) => picture.stage.phase)).toEqual([stage]);
  });

  it('keeps the address of a stored picture, which has no bytes, and drops a lost one', async () => {
    const { drafts, keeper } = scene();
    keeper.keep({ values, pictures: [{ ...sent('a', null), bytes: null }], attempt: null });
    await keeper.flush();
    const back = await scene(drafts).keeper.restore();
    expect(back?.pictures.map(({ id, preview }) => [id, preview])).toEqual([['a', 'https://files.example/a.jpg']]);
    expect([back?.values.pictures, back?.values.steps[0]?.picture]).toEqual([['a'], null]);
  });

  it('writes text after a pause, each picture once, and deletes removed ones', async () => {
    vi.useFakeTimers();
    const { drafts, keeper } = scene();
    keeper.keep({ values: { ...values, title: '番' }, pictures: [sent('a'), waiting('b')], attempt: null });
    keeper.keep({ values, pictures: [sent('a'), waiting('b')], attempt: null });
    await vi.advanceTimersByTimeAsync(399);
    expect(drafts.writes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(drafts.writes).toEqual(['picture a', 'picture b', 'text U1/recipe']);
    keeper.keep({ values: { ...values, pictures: ['b'] }, pictures: [sent('b')], attempt: null });
    await vi.advanceTimersByTimeAsync(400);
    expect(drafts.writes.slice(3)).toEqual(['text U1/recipe', 'gone a']);
    vi.useRealTimers();
  });

  it('is written during changes without a pause', async () => {
    vi.useFakeTimers();
    const { drafts, keeper } = scene();
    for (let change = 0; change < 30; change += 1) {
      keeper.keep({ values: { ...values, title: `${change}` }, pictures: [], attempt: null });
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(drafts.writes).toHaveLength(7);
    expect((await scene(drafts).keeper.restore())?.values.title).toBe('27');
    await vi.advanceTimersByTimeAsync(400);
    expect((await scene(drafts).keeper.restore())?.values.title).toBe('29');
    vi.useRealTimers();
  });

  it('stores its text if a picture is refused, and reports that', async () => {
    const { drafts, keeper, onRefused } = scene();
    drafts.storage.savePicture = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    keeper.keep({ values, pictures: [waiting('a')], attempt: null });
    await keeper.flush();
    expect([(await scene(drafts).keeper.restore())?.values.title, onRefused.mock.calls.length]).toEqual(['番茄', 1]);
  });

  it.each([
    ['the same version', 'one', false],
    ['another version', 'two', true],
  ])('begun from %s of a work tells whether it is outdated, and when it was kept', async (_, base, outdated) => {
    const { drafts, keeper } = scene(undefined, { base: 'one', at: 7 });
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.flush();
    expect(await scene(drafts, { base }).keeper.restore()).toMatchObject({ outdated, keptAt: 7 });
  });

  it('is deleted with changes that were not yet written', async () => {
    const { drafts, keeper } = scene();
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.flush();
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.discard();
    await keeper.flush();
    expect([drafts.keys(), await keeper.restore()]).toEqual([[], null]);
  });

  it('reports once that the storage refuses, and continues', async () => {
    const { drafts, keeper, onRefused } = scene();
    drafts.control.refuse = true;
    expect(await keeper.restore()).toBeNull();
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.flush();
    expect(onRefused).toHaveBeenCalledTimes(1);
    drafts.control.refuse = false;
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.flush();
    expect(drafts.keys()).toEqual(['U1/recipe']);
  });

  it.each([
    ['another shape', { values: { title: 1 }, uploads: {}, attempt: null }],
    ['no draft at all', 'text'],
  ])('that has %s is ignored', async (_, text) => {
    const { drafts, keeper } = scene();
    await drafts.storage.saveText('U1/recipe', text);
    expect(await keeper.restore()).toBeNull();
  });
});
