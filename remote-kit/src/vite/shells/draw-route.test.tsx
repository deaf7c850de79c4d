import { formatDateTime, parseInstant, readProse, type Shell, windowText } from '@fridge/shared-contracts';
import { Phrases, Prose } from '@fridge/shared-ui';
import { describe, expect, it } from 'vitest';
import { drawRoute } from './draw-route.ts';

const Period: Shell = ({ period }) => <p>{windowText(period) ?? 'always'}</p>;

describe('a shell', () => {
  it('is one text where neither skin nor period matter', () =>
    expect(drawRoute(() => <p>a</p>, 'draw')).toEqual({
      drawn: [{ skins: [0, 1, 2], surroundings: 'any', address: 'any', period: 'any', markup: '<p>a</p>' }],
      problems: [],
    }));

  it('has the period filled in', () =>
    expect(drawRoute(Period, 'draw')).toEqual({
      drawn: [
        { skins: [0, 1, 2], surroundings: 'any', address: 'any', period: 'open', markup: '<p>always</p>' },
        {
          skins: [0, 1, 2],
          surroundings: 'any',
          address: 'any',
          period: 'bounded',
          markup: '<p><time data-fill="windows.draw.period"></time></p>',
        },
      ],
      problems: [],
    }));

  it('has no period without a name for it', () =>
    expect(drawRoute(Period, undefined).drawn).toEqual([
      { skins: [0, 1, 2], surroundings: 'any', address: 'any', period: 'any', markup: '<p>always</p>' },
    ]));

  it('is another where skins have another', () =>
    expect(drawRoute(({ skin }) => <p>{skin === 1 ? 'gold' : 'plain'}</p>, 'draw').drawn).toEqual([
      { skins: [0, 2], surroundings: 'any', address: 'any', period: 'any', markup: '<p>plain</p>' },
      { skins: [1], surroundings: 'any', address: 'any', period: 'any', markup: '<p>gold</p>' },
    ]));

  it('is another in browsers where they have another, in each skin', () =>
    expect(
      drawRoute(({ inApp, skin }) => <p>{inApp ? 'list' : skin === 1 ? 'gold' : 'plain'}</p>, 'draw').drawn,
    ).toEqual([
      { skins: [0, 1, 2], surroundings: 'app', address: 'any', period: 'any', markup: '<p>list</p>' },
      { skins: [0, 2], surroundings: 'browser', address: 'any', period: 'any', markup: '<p>plain</p>' },
      { skins: [1], surroundings: 'browser', address: 'any', period: 'any', markup: '<p>gold</p>' },
    ]));

  it('is another without parameters where it has another, without a period as well', () =>
    expect(
      drawRoute(({ isBare, period }) => <p>{isBare ? 'sample' : (windowText(period) ?? 'always')}</p>, 'draw').drawn,
    ).toMatchObject([
      { skins: [0, 1, 2], surroundings: 'any', address: 'bare', period: 'any', markup: '<p>sample</p>' },
      { skins: [0, 1, 2], surroundings: 'any', address: 'named', period: 'open', markup: '<p>always</p>' },
      { skins: [0, 1, 2], surroundings: 'any', address: 'named', period: 'bounded' },
    ]));

  it.each([
    ['Phrases', Phrases],
    ['Prose', ({ text }: { text: string }) => <Prose elements={readProse([text])} />],
  ])('may write the period by %s', (_, Text) => {
    const Written: Shell = ({ period }) => <Text text={`Open ${windowText(period) ?? 'always'}, free`} />;
    const { drawn, problems } = drawRoute(Written, 'draw');
    expect(problems).toEqual([]);
    expect(drawn[1]?.markup).toContain('<time data-fill="windows.draw.period"></time>');
  });

  it('keeps what an element of its own says of one bound', () => {
    const Begins: Shell = ({ period: { start } }) => <b className="own">{formatDateTime(parseInstant(start) ?? 0)}</b>;
    expect(drawRoute(Begins, 'draw').drawn[1]?.markup).toBe(
      '<b class="own"><time data-fill="windows.draw.start"></time></b>',
    );
  });

  it('may say the period to the second, and twice', () => {
    const Exact: Shell = ({ period }) => <p>{`${windowText(period, { exact: true })} / ${windowText(period)}`}</p>;
    expect(drawRoute(Exact, 'draw')).toMatchObject({
      drawn: [
        {},
        {
          markup:
            '<p><time data-fill="windows.draw.exactPeriod"></time> / <time data-fill="windows.draw.period"></time></p>',
        },
      ],
    });
  });
});

describe('a shell that no page can fill in', () => {
  const end = ({ end: bound }: { end: string | null }) => {
    const instant = parseInstant(bound);
    return instant === null ? '' : formatDateTime(instant);
  };

  it.each<[string, Shell]>([
    ['an attribute', ({ period }) => <p title={windowText(period) ?? ''}>a</p>],
    ['a form of its own', ({ period }) => <p>{period.end?.slice(0, 10)}</p>],
    ['parts of the period', ({ period }) => <p>{(windowText(period) ?? '').slice(0, 12)}</p>],
    [
      'an element that comes and goes with a bound',
      ({ period }) => <p>{period.end !== null && <b>{end(period)}</b>}</p>,
    ],
  ])('has it in %s', (_, shell) => {
    const { problems } = drawRoute(shell, 'draw');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain("pages can't fill in");
  });

  it('changes by itself', () => {
    const numbers = Array.from({ length: 20 }).keys();
    const Counted: Shell = () => <p>{numbers.next().value}</p>;
    expect(drawRoute(Counted, 'draw').problems).toHaveLength(1);
  });
});
