import { expect, it } from 'vitest';
import { drawShells } from '../draw-shells.tsx';

const { frames, pages, cards, notice } = drawShells();
const markups = [
  notice.markup,
  ...Object.values({ ...frames, ...cards }),
  ...Object.values(pages).flatMap(({ markup }) => markup),
];

it('draws every page and frame the same each time, without scripts and style attributes', () => {
  expect(drawShells()).toEqual({ frames, pages, cards, notice });
  expect([Object.keys(frames).length, Object.keys(pages).length]).toEqual([8, 17]);
  for (const markup of markups) expect(markup).not.toMatch(/<script|\s(?:style|on\w+)=/);
});

it('names each button, so that a tap on it is carried out', () => {
  for (const markup of markups) expect(markup.match(/<button(?![^>]* data-action=)/)).toBeNull();
});

it('leaves the times to the origin, and counts nothing down without a clock', () => {
  expect(pages['notStarted']?.markup[0]).toContain('<time data-fill="window.start"></time></span>开启');
  expect(pages['notStarted']?.markup[0]).toContain('<b data-live="">\u00A0</b>');
  expect(pages['ended']?.markup[0]).toContain('<time data-fill="window.end"></time></span>结束');
});

it('has a frame whose header takes its tone from around it', () => {
  expect(frames['share overlay toned']).toMatch(/^<header class="[^"]*toned[^"]*overlay[^"]*"><nav/);
  expect(frames['plain']).not.toContain('host.share');
});

it('has a card of the hall for each state, with and without picture and description', () => {
  expect(Object.keys(cards)).toHaveLength(24);
  expect(cards['lead open picture description']).toContain('href="%card.path%"');
  expect(cards['open']).not.toMatch(/%card\.(?:picture|description)%/);
});

it('has the ways into the app on a share page, and the code before any code runs', () => {
  const [open = '', inWeChat = ''] = [pages['share']?.markup[0], pages['reportShareInWeChat']?.markup[0]];
  expect([open, inWeChat].map((markup) => markup.match(/src="\/download-code\.png"/g)?.length)).toEqual([2, 2]);
  expect([open, inWeChat].map((markup) => markup.match(/data-action="[^"]*"/g)?.length)).toEqual([3, 2]);
  expect(inWeChat).toContain('长按识别二维码');
});
