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

interface Scene {
  key?: string;
  at?: number;
  base?: string;
  initial?: RecipeValues;
  shown?: readonly Picture[];
}

function scene(
  drafts = memoryDrafts(),
  { key = 'U1/recipe', at = 101 * hour, base = '', initial = emptyRecipe, shown = [] }: Scene = {},
) {
  const onRefused = vi.fn();
  return {
    drafts,
    onRefused,
    keeper: createDraftKeeper({
      storage: drafts.storage,
      key,
      base,
      kind: recipeKind,
      initial: { values: initial, pictures: shown },
      onRefused,
      now: () => at,
    }),
  };
}

/** The draft that another visit reads. */
async function restored(...[drafts, options]: Parameters<typeof scene>) {
  const draft = await scene(drafts, options).keeper.restore();
  if (draft === 'unread') throw new Error('The draft was not read.');
  return draft;
}

beforeEach(() => {
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:put-back');
});

describe('a draft', () => {
  it('restores text, pictures and finished uploads', async () => {
    const { drafts, keeper } = scene();
    keeper.keep({ values, pictures: [sent('a'), waiting('b'), sent('c')], attempt: { fields: 'f', requestId: 'r' } });
    await keeper.flush();
    const back = await restored(drafts);
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
    expect(await restored(drafts, { key: 'U2/recipe' })).toBeNull();
    expect(await restored(drafts, { key: 'U1/edit/7' })).toBeNull();
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
    const back = await restored(drafts, { at: 100 * hour + age });
    expect(back?.pictures.map((picture) => picture.stage.phase)).toEqual([stage]);
  });

  it('keeps the address of a stored picture, which has no bytes, and drops a lost one', async () => {
    const { drafts, keeper } = scene();
    keeper.keep({ values, pictures: [{ ...sent('a', null), bytes: null }], attempt: null });
    await keeper.flush();
    const back = await restored(drafts);
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
    expect((await restored(drafts))?.values.title).toBe('27');
    await vi.advanceTimersByTimeAsync(400);
    expect((await restored(drafts))?.values.title).toBe('29');
    vi.useRealTimers();
  });

  it('stores its text if a picture is refused, and reports that', async () => {
    const { drafts, keeper, onRefused } = scene();
    drafts.storage.savePicture = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    keeper.keep({ values, pictures: [waiting('a')], attempt: null });
    await keeper.flush();
    expect([(await restored(drafts))?.values.title, onRefused.mock.calls.length]).toEqual(['番茄', 1]);
  });

  it.each([
    ['the same version', 'one', false],
    ['another version', 'two', true],
  ])('begun from %s of a work tells whether it is outdated, and when it was kept', async (_, base, outdated) => {
    const { drafts, keeper } = scene(undefined, { base: 'one', at: 7 });
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.flush();
    expect(await restored(drafts, { base })).toMatchObject({ outdated, keptAt: 7 });
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
    for (let time = 0; time < 2; time += 1) {
      keeper.keep({ values, pictures: [], attempt: null });
      await keeper.flush();
    }
    expect(onRefused).toHaveBeenCalledTimes(1);
    drafts.control.refuse = false;
    keeper.keep({ values, pictures: [], attempt: null });
    await keeper.flush();
    expect(drafts.keys()).toEqual(['U1/recipe']);
  });

  it('says that it could not be read', async () => {
    const { drafts, keeper, onRefused } = scene();
    drafts.control.refuse = true;
    expect([await keeper.restore(), onRefused.mock.calls.length]).toEqual(['unread', 1]);
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

describe('a draft of another release', () => {
  const attempt = { fields: 'f', requestId: 'r' };
  const full: RecipeValues = {
    title: '番茄',
    content: '慢炖',
    pictures: ['a', 'b'],
    cookTime: '2',
    materials: '牛腩',
    tips: '趁热',
    steps: [{ id: 's', picture: 'c', text: '切' }],
  };
  const initial: RecipeValues = { ...emptyRecipe, title: '旧名', tips: '旧贴士' };

  async function kept(change: (stored: Record<string, unknown>) => Record<string, unknown>) {
    const { drafts, keeper } = scene();
    keeper.keep({ values: full, pictures: [sent('a'), sent('b'), sent('c')], attempt });
    await keeper.flush();
    const stored = await drafts.storage.load('U1/recipe');
    await drafts.storage.saveText('U1/recipe', change({ ...(stored?.text as object) }));
    return restored(drafts, { initial });
  }
  const without = (name: string) => (fields: object) =>
    Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name));
  const withNumber = (name: string) => (fields: object) => ({ ...fields, [name]: 7 });
  const changes = [
    ['lacks', without],
    ['has a malformed', withNumber],
  ] as const;
  const cases = (fields: object) =>
    changes.flatMap(([how, change]) => Object.keys(fields).map((name) => [how, name, change(name)] as const));

  it.each(cases(full))('that %s field %s keeps all others', async (_, name, change) => {
    const back = await kept(({ values: stored, ...text }) => ({ ...text, values: change(stored as object) }));
    expect(back?.values).toEqual({ ...full, [name]: initial[name as keyof RecipeValues] });
    expect(back?.attempt).toEqual(attempt);
  });

  it.each(cases({ id: '', picture: '', text: '' }))(
    'that %s %s of a step keeps the rest of it',
    async (_, name, change) => {
      const [step, next] = [
        { id: 's', picture: 'c', text: '切' },
        { id: 't', picture: null, text: '焖' },
      ];
      const back = await kept((text) => ({ ...text, values: { ...full, steps: [change(step), 'no step', next] } }));
      const missing = { id: expect.any(String), picture: null, text: '' };
      expect(back?.values).toEqual({
        ...full,
        steps: [{ ...step, [name]: missing[name as keyof typeof missing] }, next],
      });
    },
  );

  it.each(cases({ uploads: {}, attempt: null, keptAt: 0, base: '' }))(
    'that %s %s keeps its values',
    async (_, __, change) => expect((await kept(change))?.values).toEqual(full),
  );

  it('sends a picture again whose upload is malformed, and no other', async () => {
    const back = await kept(({ uploads, ...text }) => ({
      ...text,
      uploads: { ...(uploads as object), b: { address: 7 } },
    }));
    expect(back?.pictures.map(({ id, stage }) => [id, stage.phase])).toEqual([
      ['a', 'uploaded'],
      ['b', 'waiting'],
      ['c', 'uploaded'],
    ]);
  });

  it('leaves out unknown fields', async () => {
    const back = await kept((text) => ({ ...text, colour: 'red', values: { ...full, colour: 'red' } }));
    expect(back?.values).toEqual(full);
  });

  it('keeps the pictures of the edited work where it lacks its own', async () => {
    const { drafts } = scene();
    await drafts.storage.saveText('U1/recipe', { values: { title: '番茄' } });
    const shown = [{ ...sent('stored0', null), bytes: null }];
    const back = await restored(drafts, { initial: { ...initial, pictures: ['stored0'] }, shown });
    expect([back?.values.pictures, back?.pictures]).toEqual([['stored0'], shown]);
  });
});
