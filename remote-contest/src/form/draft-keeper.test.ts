import { describe, expect, it, vi } from 'vitest';
import { memoryDrafts } from '../testing/memory-drafts.ts';
import { createDraftKeeper, type Draft } from './draft-keeper.ts';

const stored = vi.hoisted(() => ({ drafts: null as ReturnType<typeof memoryDrafts> | null }));
vi.mock('./indexeddb-drafts.ts', () => ({
  get indexedDbDrafts() {
    return stored.drafts?.storage;
  },
}));

const draft: Draft = {
  values: { title: '番茄', pictures: ['a', 'b'] },
  pictures: [
    { id: 'a', bytes: new Blob(['a']), upload: { address: 'https://files.example/a.jpg', uploadedAt: 1 } },
    { id: 'b', bytes: new Blob(['b']), upload: null },
    { id: 'c', bytes: null, upload: { address: 'https://files.example/c.jpg', uploadedAt: null } },
  ],
  requestId: 'r',
  revision: 3,
};

function scene() {
  const drafts = memoryDrafts();
  stored.drafts = drafts;
  const onRefused = vi.fn();
  return { drafts, onRefused, keeper: createDraftKeeper('U1/recipe', onRefused) };
}

const settle = () => new Promise((done) => setTimeout(done));

describe('a draft', () => {
  it('is written at once, with the changes that follow until the storage is free, and read back', async () => {
    const { drafts, keeper } = scene();
    keeper.keep({ ...draft, values: { title: '番' } });
    keeper.keep(draft);
    await settle();
    expect(drafts.writes).toEqual(['saved U1/recipe']);
    expect(await createDraftKeeper('U1/recipe', vi.fn()).read()).toEqual(draft);
    expect(await createDraftKeeper('U2/recipe', vi.fn()).read()).toBeNull();
  });

  it('is not written again when nothing in it has changed, as while an upload progresses', async () => {
    const { drafts, keeper } = scene();
    for (let progress = 0; progress < 3; progress += 1) {
      keeper.keep({ ...draft });
      await settle();
    }
    expect(drafts.writes).toHaveLength(1);
    keeper.keep({ ...draft, values: {} });
    await settle();
    expect(drafts.writes).toHaveLength(2);
  });

  it('gets a picture that is prepared after the last change', async () => {
    const { keeper } = scene();
    const [first] = draft.pictures;
    keeper.keep({ ...draft, pictures: [] });
    await settle();
    keeper.keep({ ...draft, pictures: first ? [{ ...first, upload: null }] : [] });
    await settle();
    expect((await keeper.read())?.pictures).toMatchObject([{ id: 'a', bytes: expect.any(Blob) }]);
  });

  it('is removed with changes that were not yet written', async () => {
    const { drafts, keeper } = scene();
    keeper.keep(draft);
    await settle();
    keeper.keep({ ...draft, values: {} });
    keeper.keep(null);
    await settle();
    expect([drafts.keys(), await keeper.read()]).toEqual([[], null]);
    keeper.keep(draft);
    await settle();
    expect(drafts.keys()).toEqual(['U1/recipe']);
  });

  it('holds what is changed after a removal that waits for the storage', async () => {
    const { keeper } = scene();
    keeper.keep({ ...draft, values: {} });
    keeper.keep(null);
    keeper.keep(draft);
    await settle();
    expect(await keeper.read()).toEqual(draft);
  });

  it('says that the storage refuses, and goes on', async () => {
    const { drafts, keeper, onRefused } = scene();
    drafts.control.refuse = true;
    await expect(keeper.read()).rejects.toThrow('refused');
    keeper.keep(draft);
    await settle();
    expect(onRefused).toHaveBeenCalledTimes(1);
    drafts.control.refuse = false;
    keeper.keep(draft);
    await settle();
    expect(drafts.keys()).toEqual(['U1/recipe']);
  });

  it.each(['values', 'uploads', 'requestId', 'revision'])('of another release may lack %s', async (name) => {
    const { drafts, keeper } = scene();
    keeper.keep(draft);
    await settle();
    for (const given of [undefined, 7.5, 'malformed']) {
      const kept = await drafts.storage.load('U1/recipe');
      const text = { ...(kept?.text as { keptAt: number }), [name]: given };
      await drafts.storage.save('U1/recipe', text, kept?.pictures ?? new Map());
      const read = await keeper.read();
      expect(read).toMatchObject({
        pictures: [{ id: 'a' }, { id: 'b' }, ...(name === 'uploads' ? [] : [{ id: 'c' }])],
      });
      if (name !== 'values') expect(read).toMatchObject({ values: draft.values });
    }
  });
});
