import { parseRegistry, type RegistryEntry, type Skin } from '@fridge/shared-contracts/page';
import { describe, expect, it } from 'vitest';
import { testShells } from '../testing/host-shells.ts';
import { type FirstView, firstScreenOf } from './first-screen.ts';

const origin = 'https://remotes.example';
const DURING = Date.parse('2023-08-01T10:00:00+08:00');

const file = (name: string) => ({ file: `shells/${name}`, integrity: integrityOf(name), bytes: 1 });
function integrityOf(name: string): string {
  return `sha384-${name.padEnd(64, 'A').replaceAll('.', '/')}`;
}
const texts: Record<string, string> = {
  'draw.css': '[data-shell="/draw"] i{background:url(%release%/assets/a.png)}',
  'draw.html': '<i></i>',
  'bounded.html':
    '<p><time class="a" data-fill="windows.draw.period"></time><time data-fill="windows.other.end"></time><time data-fill="window.exactPeriod" data-live=""></time><img src="%release%/assets/b.png"/></p>',
  'open.html': '<p>open</p>',
};
const textOf = async (integrity: string) =>
  Object.entries(texts).find(([name]) => integrityOf(name) === integrity)?.[1] ?? null;
const skins = [0, 1, 2];
const shell = {
  header: { share: true, overlay: true },
  styles: file('draw.css'),
  markups: [{ skins, period: 'any', markup: file('draw.html') }],
};
const byPeriod = {
  ...shell,
  markups: ['bounded', 'open'].map((period) => ({ skins, period, markup: file(`${period}.html`) })),
};
const tone = { background: '#7a0a1b', ink: '#ffffff' };
const drawn = { path: '/draw', title: '转盘 "<i>"', window: 'draw', tone, shell };
const draw = {
  enabled: true,
  title: '幸运大转盘',
  description: '',
  entry: `${origin}/draw/1.0.0/remoteEntry.js`,
  routes: [drawn, { path: '/prize', keeps: true, shell }],
};
const windows = {
  draw: { start: '2023-07-17T09:00:00+08:00', end: '2023-08-31T23:59:59+08:00' },
  other: { start: null, end: '2023-08-31T23:59:59+08:00' },
};

function show(change: object = {}, view: Partial<FirstView> = {}) {
  const remotes: Record<string, RegistryEntry> | undefined = parseRegistry({
    version: 1,
    remotes: { draw: { ...draw, ...change } },
  })?.remotes;
  if (remotes?.['draw'] === undefined) throw new Error('The fixture fits the schema.');
  return firstScreenOf(
    testShells,
    {
      remotes,
      isWhole: true,
      windows,
      path: '/draw',
      query: {},
      skin: 0,
      inApp: false,
      inWeChat: false,
      app: { downloadPage: 'https://app.example/get?a=1&b=2', appLink: 'app://open' },
      now: DURING,
      notice: null,
      ...view,
    },
    textOf,
  );
}
const nameIn = ({ html }: { html: string }) =>
  html.includes('data-shell') ? 'shell' : (/<p>(\w+) \d/.exec(html)?.[1] ?? html);
const changed = (change: object) => ({ routes: [{ ...drawn, ...change }] });

describe('what a page shows first', () => {
  it.each<[string, string, object, Partial<FirstView>]>([
    ['an open route', 'shell', {}, {}],
    ['an open route without a shell', 'loading', changed({ shell: undefined }), {}],
    [
      'a route whose markup is missing',
      'loading',
      changed({ shell: { ...shell, markups: [{ skins, period: 'any', markup: file('none.html') }] } }),
      {},
    ],
    ['a route whose styles are missing', 'loading', changed({ shell: { ...shell, styles: file('none.css') } }), {}],
    ['a remote that is off', 'offline', { enabled: false }, {}],
    ['a remote that is off, of which operators say why', 'offlineTold', { enabled: false, offText: '补货中' }, {}],
    ['what a remote that is off keeps', 'shell', { enabled: false }, { path: '/prize' }],
    ['what a remote that is stopped keeps', 'offline', { enabled: false, stopped: true }, { path: '/prize' }],
    ['a period that has not begun', 'notStarted', {}, { now: Date.parse('2023-07-17T08:59:59.999+08:00') }],
    ['a period that is over', 'ended', {}, { now: Date.parse('2023-09-01T00:00:00+08:00') }],
    [
      'a later route of a period that is over',
      'shell',
      {},
      { path: '/prize', now: Date.parse('2023-09-01T00:00:00+08:00') },
    ],
    ['a remote of an earlier contract', 'outdated', { contract: '2.0' }, {}],
    ['a remote of the next contract', 'outdated', { contract: '9999.0' }, {}],
    ['an unknown path', 'notFound', {}, { path: '/picnic' }],
    ['a path that an unreadable entry may have', 'registry', {}, { path: '/picnic', isWhole: false }],
    ['a known path beside an unreadable entry', 'shell', {}, { isWhole: false }],
    ['the hall', 'hall', {}, { path: '/default' }],
    ['the share page', 'share', {}, { path: '/share' }],
    ['the share page of the report', 'reportShare', {}, { path: '/share', query: { type: '2' } }],
    ["the report's share page", 'reportShare', {}, { path: '/yearReportShare' }],
    ['it in WeChat', 'reportShareInWeChat', {}, { path: '/yearReportShare', inWeChat: true }],
    [
      'the share page where the app has no link',
      'shareDownload',
      {},
      { path: '/share', app: { downloadPage: 'https://app.example', appLink: null } },
    ],
    ['the share page in the app', 'shareInApp', {}, { path: '/share', inApp: true, inWeChat: true }],
    ['the page without a connection', 'disconnected', {}, { path: '/disconnected' }],
    [
      'a skin that the shell lacks',
      'loading',
      changed({ shell: { ...shell, markups: [{ ...shell.markups[0], skins: [0, 1] }] } }),
      { skin: 2 },
    ],
  ])('of %s is %s', async (_, expected, change, view) => expect(nameIn(await show(change, view))).toBe(expected));

  it('is framed by the header of its route, with its title and tone', async () => {
    const { html, styles, title, themeColor } = await show();
    expect(html).toBe(
      '<div id="first-screen"><header class="share overlay toned">转盘 &quot;&lt;i&gt;&quot;</header><main aria-label="转盘 &quot;&lt;i&gt;&quot;"><div data-shell="/draw"><i></i></div></main></div>',
    );
    expect([title, themeColor]).toEqual(['转盘 "<i>"', '#7a0a1b']);
    expect(styles).toContain('#first-screen{--header-background:#7a0a1b;--header-ink:#ffffff}');
  });

  it('has what operators say at the end of its header, and in the place of the usual words, as plain text', async () => {
    const notice = '今晚<b>维护 %screen%';
    const first = await show({}, { notice });
    expect(first.html).toContain('<p role="status">今晚&lt;b&gt;维护 %screen%</p></header>');
    expect(first.styles).toContain('.notice{}');
    const { html } = await show({ enabled: false, offText: '补货中 & $& <i>' });
    expect(html).toContain('补货中 &amp; $&amp; &lt;i&gt;');
    expect((await show()).html + html).not.toContain('role="status"');
  });

  it.each<[string, object, Partial<FirstView>, string, string]>([
    ['without a title of its own', changed({ title: '' }), {}, '幸运大转盘', 'share overlay toned'],
    ['whose contract differs', { contract: '2.0' }, {}, '转盘 "<i>"', 'toned'],
    ['that is closed', { enabled: false }, {}, 'offline title', 'plain'],
    ['without a shell', changed({ shell: undefined, tone: null }), {}, '转盘 "<i>"', 'plain'],
    ['of the host', {}, { path: '/default' }, 'hall title', 'plain'],
  ])('of a route %s has the title and frame that the host gives it', async (_, change, view, title, frame) => {
    const first = await show(change, view);
    expect([first.title, /class="([^"]*)"/.exec(first.html)?.[1]]).toEqual([title, frame]);
  });

  it.each([0, 1, 2] as const)('has the styles, colour and pages of skin %d', async (skin: Skin) => {
    const first = await show({ enabled: false, ...changed({ tone: null }) }, { skin });
    expect(first).toMatchObject({ skin, themeColor: `#00000${skin}` });
    expect(first.styles).toContain(testShells.styles[skin]);
    expect(first.html).toContain(`offline ${skin} `);
  });

  it.each([
    [true, 44],
    [false, 0],
  ])('leaves room for the status bar of the app (%s): %d px', async (inApp, height) =>
    expect((await show({}, { inApp })).styles).toContain(`html:root{--status-bar-height:${height}px}`),
  );
});

describe('markup of a release', () => {
  const route = changed({ shell: byPeriod });
  it('is told the periods by name, the address of the release, and nothing else', async () => {
    expect((await show(route)).html).toContain(
      `<p><time class="a" data-fill="windows.draw.period">2023年7月17日 09:00 – 8月31日 23:59</time><time data-fill="windows.other.end">2023年8月31日 23:59</time><time data-fill="window.exactPeriod" data-live="">2023年7月17日 09:00 – 2023年8月31日 23:59:59</time><img src="${origin}/draw/1.0.0/assets/b.png"/></p>`,
    );
    expect((await show()).styles).toContain(`url(${origin}/draw/1.0.0/assets/a.png)`);
  });

  it.each<[string, FirstView['windows'], string]>([
    ['bounds', windows, 'bounded'],
    ['an end alone', { draw: { start: null, end: '2023-08-31T23:59:59+08:00' } }, 'bounded'],
    ['bounds of a window that the markup names', { other: windows.other }, 'bounded'],
    ['no bounds', { draw: { start: null, end: null } }, 'open'],
    ['no window in the settings', {}, 'open'],
  ])('with %s is the one for it', async (_, given, expected) =>
    expect((await show(route, { windows: given })).html.includes('<p>open</p>') ? 'open' : 'bounded').toBe(expected),
  );

  it.each([
    [true, '<b>list</b>'],
    [false, '<b>guest</b>'],
  ])('is the one for the surroundings (in the app: %s)', async (inApp, expected) => {
    Object.assign(texts, { 'list.html': '<b>list</b>', 'guest.html': '<b>guest</b>' });
    const variant = { skins: [0, 1, 2], period: 'any' } as const;
    const markups = [
      { ...variant, surroundings: 'app', markup: file('list.html') },
      { ...variant, surroundings: 'browser', markup: file('guest.html') },
    ];
    expect((await show(changed({ shell: { ...drawn.shell, markups } }), { inApp })).html).toContain(expected);
  });

  it.each([
    [{}, '<b>sample</b>'],
    [{ brand: '1' }, '<b>sample</b>'],
    [{ workId: '7' }, '<b>shape</b>'],
  ])('is the one for an address with %j', async (query, expected) => {
    Object.assign(texts, { 'sample.html': '<b>sample</b>', 'shape.html': '<b>shape</b>' });
    const variant = { skins: [0, 1, 2], period: 'any', surroundings: 'any' } as const;
    const markups = [
      { ...variant, address: 'bare', markup: file('sample.html') },
      { ...variant, address: 'named', markup: file('shape.html') },
    ];
    const remote = { ...changed({ shell: { ...drawn.shell, markups } }), publicParameters: ['workId'] };
    expect((await show(remote, { query })).html).toContain(expected);
  });

  it('has an address that ends neither an attribute nor url()', async () => {
    const { html, styles } = await show({ ...route, entry: `${origin}/a'b)&c/remoteEntry.js` });
    expect(html).toContain(`src="${origin}/a%27b%29%26c/assets/b.png"`);
    expect(styles).toContain(`url(${origin}/a%27b%29%26c/assets/a.png)`);
  });

  it('of unknown fills stays as it is', async () => {
    texts['draw.html'] = '<time data-fill="windows.draw.constructor"></time><time data-fill="user.name"></time>';
    expect((await show()).html).toContain(texts['draw.html']);
    texts['draw.html'] = '<i></i>';
  });
});

it("tells a host's page of a closed route its bounds", async () => {
  const { html } = await show({}, { now: 0 });
  expect(html).toContain('<p>notStarted 0 <time data-fill="window.start">2023年7月17日 09:00</time></p>');
});

it('has the first cards in the hall, open ones before others, in the skin', async () => {
  const pictured = { picture: { file: 'hall.svg', integrity: integrityOf('hall'), bytes: 1 } };
  const { html } = await show({ description: 'A & B', ...pictured }, { path: '/default', skin: 2 });
  expect(html).toContain(
    `<li>lead open picture description|/draw|幸运大转盘|A &amp; B|${origin}/draw/1.0.0/hall.svg#skin-2</li>`,
  );
  expect((await show({}, { path: '/default', now: 0 })).html).toContain('<li>lead notStarted|/draw|幸运大转盘||</li>');
  expect((await show({ enabled: false }, { path: '/default' })).html).not.toContain('<li>');
});

it("links to the app's download page from a share page", async () =>
  expect((await show({}, { path: '/share' })).html).toContain('href="https://app.example/get?a=1&amp;b=2"'));
