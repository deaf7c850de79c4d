import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { isProductCall } from '../../contract/calls.ts';
import { publicParameterSchema } from '../../page/parameters.ts';
import { contestCalls, storedWorkSchema } from './calls.ts';
import { workKind, workSchema, worksSchema } from './works.ts';

describe('a work as it comes over the wire', () => {
  it('needs nothing but an id', () => {
    expect(v.parse(workSchema, { id: 7 })).toEqual({
      id: '7',
      cookName: '',
      desc: '',
      image: [],
      status: 0,
      addTime: '',
      submitTime: '',
      revision: null,
      mark: '',
      drawId2: 0,
      nickName: '',
      headImgUrl: '',
      editPermission: false,
      CookTime: '',
      materials: '',
      tips: '',
      steps: [],
      phone: '',
    });
  });

  it.each([
    [{ image: 'a, b,,a' }, { image: ['a', 'b'] }],
    [{ image: ['a', 'b'] }, { image: ['a', 'b'] }],
    [{ status: '-1' }, { status: -1 }],
    [{ status: 1 }, { status: 1 }],
    [{ status: 9 }, { status: 0 }],
    [{ editPermission: 1 }, { editPermission: true }],
    [{ editPermission: '0' }, { editPermission: false }],
    [{ CookTime: 3 }, { CookTime: '3' }],
    [{ CookTime: '9' }, { CookTime: '' }],
    [{ drawId2: '12' }, { drawId2: 12 }],
    [{ drawId2: -1 }, { drawId2: 0 }],
    [{ steps: '[{"image":"a","stepDesc":"切"}]' }, { steps: [{ image: 'a', stepDesc: '切' }] }],
    [{ steps: [{ image: null, stepDesc: '切' }] }, { steps: [{ image: '', stepDesc: '切' }] }],
    [{ steps: '{' }, { steps: [] }],
    [
      { mark: null, desc: null },
      { mark: '', desc: '' },
    ],
  ])('%j reads as %j', (sent, read) => expect(v.parse(workSchema, { id: '1', ...sent })).toMatchObject(read));

  it('is a recipe when it has a title', () =>
    expect([workKind({ cookName: '菜' }), workKind({ cookName: '' })]).toEqual(['recipe', 'photoShare']));

  it('has no works for no list', () => expect(v.parse(worksSchema, null)).toEqual([]));

  it('is stored even if the backend says nothing of it', () => {
    expect([null, undefined, {}, { id: 3 }].map((data) => v.parse(storedWorkSchema, data).id)).toEqual([
      null,
      null,
      null,
      '3',
    ]);
  });
});

describe('the calls', () => {
  it("stay within the product's own paths", () => {
    expect(Object.values(contestCalls).map(({ path }) => path)).toSatisfy((paths: string[]) =>
      paths.every(isProductCall),
    );
  });

  it('lets a link carry the id of a work', () => expect(v.is(publicParameterSchema, 'cookId')).toBe(true));
});
