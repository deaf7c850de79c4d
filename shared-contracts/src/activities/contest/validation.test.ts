import { describe, expect, it } from 'vitest';
import { cleanField } from '../../text/clean-field.ts';
import { type ProblemKey, problemMessages } from './messages.ts';
import {
  cleanPhotoShare,
  cleanRecipe,
  type ContestField,
  type PhotoShare,
  photoShareFields,
  photoShareProblem,
  readPhotoShare,
  readRecipe,
  type Recipe,
  recipeFields,
  recipeProblem,
  refusedProblem,
} from './validation.ts';

const family = '👨‍👩‍👧';
const marked = 'e\u0301\u0323';
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `https://files.example/${at}.jpg`);
const recipe: Recipe = {
  cookName: '番茄牛腩煲',
  desc: '字'.repeat(100),
  images: addresses(2),
  cookTime: '',
  materials: '',
  tips: '',
  steps: [],
};
const share: PhotoShare = { images: addresses(1), desc: '好', phone: '13900002001' };

/** The same text in the ways it may be typed, each counting as many characters. */
const spellings = (count: number): [string, string][] => [
  ['plain', '字'.repeat(count)],
  ['emoji', family.repeat(count)],
  ['combining marks', marked.repeat(count)],
  ['tags', `<b>${'字'.repeat(count)}</b>`],
  ['tags within tags', `<<i>script>${'字'.repeat(count)}<</i>/script>`],
  ['edge spaces', ` \n\u3000${'字'.repeat(count)}\u3000 `],
];
const tooLong: ProblemKey = 'contest.step.tooLong.toast';

type Limit = { count: number; problem: ProblemKey | null };
const limits = (...edges: [number, ProblemKey | null][]): Limit[] =>
  edges.map(([count, problem]) => ({ count, problem }));

const texts: [string, (text: string) => ReturnType<typeof recipeProblem>, string, Limit[]][] = [
  [
    'title',
    (cookName) => recipeProblem({ ...recipe, cookName }),
    'title',
    limits([0, 'contest.form.titleEmpty.toast'], [1, null], [20, null], [21, 'contest.form.titleLong.toast']),
  ],
  [
    'content',
    (desc) => recipeProblem({ ...recipe, desc }),
    'content',
    limits(
      [0, 'contest.form.contentShort.toast'],
      [99, 'contest.form.contentShort.toast'],
      [100, null],
      [1000, null],
      [1001, 'contest.photo.contentLong.toast'],
    ),
  ],
  [
    'materials',
    (materials) => recipeProblem({ ...recipe, materials }),
    'materials',
    limits([0, null], [300, null], [301, 'contest.form.materialsLong.toast']),
  ],
  [
    'tips',
    (tips) => recipeProblem({ ...recipe, tips }),
    'tips',
    limits([0, null], [300, null], [301, 'contest.form.tipsLong.toast']),
  ],
  [
    'steps',
    (stepDesc) =>
      recipeProblem({
        ...recipe,
        steps: [
          { image: '', stepDesc: '好' },
          { image: '', stepDesc },
        ],
      }),
    'steps',
    limits([0, null], [60, null], [61, tooLong]),
  ],
  [
    'share content',
    (desc) => photoShareProblem({ ...share, desc }),
    'content',
    limits([0, 'contest.photo.contentEmpty.toast'], [1, null], [500, null], [501, 'contest.photo.contentLong.toast']),
  ],
];

describe.each(texts)('the limits of the %s', (_, judge, field, edges) => {
  it.each(
    edges.flatMap(({ count, problem }) =>
      spellings(count).map(([spelling, text]) => [count, spelling, text, problem] as const),
    ),
  )('%i characters, %s', (_count, _spelling, text, problem) => {
    expect(judge(text)).toEqual(
      problem === null ? null : { field, messageKey: problem, ...(field === 'steps' && { step: 1 }) },
    );
  });
});

describe('the number of pictures', () => {
  it.each([
    [0, 'contest.form.imagesFew.toast'],
    [1, 'contest.form.imagesFew.toast'],
    [2, null],
    [9, null],
    [10, 'contest.image.full.toast'],
  ])('a recipe with %i: %s', (count, messageKey) => {
    expect(recipeProblem({ ...recipe, images: addresses(count) })).toEqual(
      messageKey && { field: 'pictures', messageKey },
    );
  });

  it.each([
    [0, 'contest.photo.imagesEmpty.toast'],
    [1, null],
    [2, null],
    [9, null],
    [10, 'contest.image.full.toast'],
  ])('a photo share with %i: %s', (count, messageKey) => {
    expect(photoShareProblem({ ...share, images: addresses(count) })).toEqual(
      messageKey && { field: 'pictures', messageKey },
    );
  });

  it('counts the same address once', () => {
    expect(recipeProblem({ ...recipe, images: ['a', ' a ', ''] })).toMatchObject({ field: 'pictures' });
  });

  it('allows twenty steps', () => {
    const steps = (count: number) => Array.from({ length: count }, () => ({ image: '', stepDesc: '好' }));
    expect([recipeProblem({ ...recipe, steps: steps(20) }), recipeProblem({ ...recipe, steps: steps(21) })]).toEqual([
      null,
      { field: 'steps', messageKey: 'contest.step.full.toast' },
    ]);
  });
});

describe('the first problem', () => {
  it('is the first in the order of the form', () => {
    const nothing: Recipe = {
      cookName: '',
      desc: '',
      images: [],
      cookTime: '9',
      materials: '字'.repeat(301),
      tips: '字'.repeat(301),
      steps: [{ image: '', stepDesc: '字'.repeat(61) }],
    };
    const mended: Partial<Recipe>[] = [
      {},
      { cookName: '菜' },
      { desc: recipe.desc },
      { images: recipe.images },
      { cookTime: '4' },
      { materials: '' },
      { tips: '' },
      { steps: [] },
    ];
    let form = nothing;
    const fields = mended.map((part) => recipeProblem((form = { ...form, ...part }))?.field);
    expect(fields).toEqual(['title', 'content', 'pictures', 'cookTime', 'materials', 'tips', 'steps', undefined]);
    expect(['pictures', 'content', 'phone']).toEqual([
      photoShareProblem({ images: [], desc: '', phone: '' })?.field,
      photoShareProblem({ images: ['a'], desc: '', phone: '' })?.field,
      photoShareProblem({ images: ['a'], desc: '好', phone: '' })?.field,
    ]);
  });

  it.each([
    ['12800002001', false],
    ['13900002001', true],
    [' 19900002001 ', true],
    ['1390000200', false],
    ['139000020011', false],
  ])('a photo share with the phone %j: %s', (phone, fits) => {
    expect(photoShareProblem({ ...share, phone })).toEqual(
      fits ? null : { field: 'phone', messageKey: 'contest.photo.phoneBad.toast' },
    );
  });
});

describe("a server's refusal", () => {
  const all: ContestField[] = ['title', 'content', 'pictures', 'cookTime', 'materials', 'tips', 'steps', 'phone'];
  it('names the rule and its field in the words of the form', () => {
    for (const [messageKey, message] of Object.entries(problemMessages))
      expect(refusedProblem(message, all)).toMatchObject({ messageKey });
    expect(refusedProblem('作品标题不超过20字', all)).toEqual({
      field: 'title',
      messageKey: 'contest.form.titleLong.toast',
    });
  });

  it.each([
    ['服务器繁忙，请稍后再试', all],
    ['请输入正确的手机号码！', ['title']],
  ] as const)('%s is no field of this form', (message, fields) => {
    expect(refusedProblem(message, fields)).toBeNull();
  });
});

describe('what is sent', () => {
  it.each([
    ['  a<b  ', 'a<b'],
    ['3 > 2', '3 > 2'],
    ['<img src=x onerror=alert(1)>', ''],
    ['一\r\n二\u2028三', '一\n二\n三'],
    ['一\u0000二\u0007', '一二'],
    ['<\u0000b>粗', '粗'],
  ])('%j is %j', (typed, clean) => {
    expect(cleanField(typed)).toBe(clean);
    expect(cleanField(clean)).toBe(clean);
  });

  it('is a title of one line', () => expect(cleanField(' 番茄 \n 牛腩 ', 'one')).toBe('番茄 牛腩'));

  it('leaves out steps without anything in them, and reads back as it was', () => {
    const typed: Recipe = {
      ...recipe,
      cookTime: '2',
      materials: ' 牛腩 ',
      tips: '<i>趁热</i>',
      steps: [
        { image: '', stepDesc: '  ' },
        { image: 'https://files.example/s.jpg', stepDesc: '' },
        { image: '', stepDesc: '焯水, "慢"' },
      ],
    };
    const fields = recipeFields(typed);
    expect(readRecipe(fields)).toEqual(cleanRecipe(typed));
    expect(cleanRecipe(cleanRecipe(typed))).toEqual(cleanRecipe(typed));
    expect(cleanRecipe(typed).steps).toHaveLength(2);
    expect(readPhotoShare(photoShareFields({ ...share, desc: ' 好 ' }))).toEqual(
      cleanPhotoShare({ ...share, desc: '好' }),
    );
  });

  it.each(['{', '[1]', '{"image":"a"}', '[{"image":1}]'])('steps such as %j are refused', (steps) =>
    expect(readRecipe({ steps })).toBeNull(),
  );
});
