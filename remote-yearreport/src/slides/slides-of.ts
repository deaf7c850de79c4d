import { fill, formatCopy } from '@fridge/shared-contracts';
import { bandOf, earliestBands, latestBands, type Report } from '@fridge/shared-contracts/activities/report';
import { shorten } from '@fridge/shared-ui/internal';
import { copy } from '../copy.ts';
import { type Bar, doorBars, functionBars, usedFunctions } from './charts.ts';
import {
  formatDay,
  formatDayShort,
  formatMaxTemp,
  formatTime,
  formatUsers,
  plainNumber,
  room,
  shownAtMost,
} from './formats.ts';
import { type Content, figure, type Sentence, sentence, type Slide, withLead } from './slide-model.ts';

/** Openings that light all windows. */
const HOUSE_LIT_AT = 5_000;

/** Between a day and its time. */
const NO_BREAK = '\u00a0';

/** `18,723` and `25W+`, but not an hour of the day. */
const FIXED_FIGURE = /\d[\d,]*(?:W\+|\+)?(?![\d点])/g;

/**
 * With the end page (spec section 2, "Year-report slides"; copy deck, section 6). Leaves out absent and 0 fields, and
 * slides without a sentence.
 */
export function storyOf(report: Report): Slide[] {
  return [...slidesOf(report), ...closingSlides, endOf(report)];
}

/** About this fridge. */
export function slidesOf(report: Report): Slide[] {
  const slides = [register, open, earliest, latest, door, favTime, func, jars, temp, diet, keyword];
  return slides.map((slide) => slide(report)).filter((slide) => slide !== null);
}

/** `null` without a sentence. The first with a figure is the lead, unless another one is. */
function say(title: string, lines: readonly (Sentence | false)[], users: number | null = null): Content | null {
  const sentences = withLead(lines.filter((line) => line !== false));
  return sentences.length === 0 ? null : { title, sentences, users: usersLike(users) };
}

const usersLike = (users: number | null): Sentence | undefined =>
  some(users) ? sentence(fill(copy['report.users'], { users: figure(formatUsers(users)) })) : undefined;

const some = (value: number | null): value is number => value !== null && value > 0;

/** @param text with `{n}` */
const counted = (text: string, n: number | null, emphasis?: { lead: boolean }): Sentence | false =>
  some(n) && sentence(text.replace('{n}', figure(plainNumber(n))), emphasis);

function register({ registerTime, registerYears }: Report): Slide | null {
  const said = say(copy['report.register.title'], [
    registerTime !== null &&
      sentence(fill(copy['report.register.time'], { registerTime: figure(formatDay(registerTime)) })),
    counted(copy['report.register.years.some'], registerYears, { lead: true }),
    registerYears === 0 && sentence(copy['report.register.years.zero']),
  ]);
  return said && { ...said, kind: 'register' };
}

function open(report: Report): Slide | null {
  const { yearOpenNum, averageOpenTime, doorOpenTimeout } = report;
  const lines = [
    counted(copy['report.open.num'], yearOpenNum),
    counted(copy['report.open.percent'], report.yearOpenNumPercent),
    counted(copy['report.open.duration'], report.yearOpenDuration),
    averageOpenTime !== null && average(Math.round(averageOpenTime)),
    counted(copy['report.open.timeout.some'], doorOpenTimeout),
    doorOpenTimeout === 0 && sentence(copy['report.open.timeout.zero']),
  ];
  const said = say(copy['report.open.title'], lines, report.yearOpenNumUsers);
  return said && { ...said, kind: 'open', lit: Math.min(1, (yearOpenNum ?? 0) / HOUSE_LIT_AT) };
}

function average(seconds: number): Sentence | false {
  const [m, s] = [Math.floor(seconds / 60), seconds % 60];
  const time = fill(formatCopy['fmt.avgOpen'], { m, s });
  return seconds > 0 && sentence(fill(copy['report.open.average'], { m, s }).replace(time, figure(time)));
}

function earliest({ earliestOpenTime: minute, earliestOpenTimeUsers: users }: Report): Slide | null {
  if (minute === null) return null;
  const band = bandOf(earliestBands, minute);
  const time = sentence(fill(copy['report.earliest.time'], { time: figure(formatTime(minute)) }));
  const said = say(
    copy['report.earliest.title'],
    [time, sentence(copy[`report.earliest.${band ?? 'other'}.text`])],
    users,
  );
  return said && { ...said, kind: 'earliest', minute, label: band ? copy[`report.earliest.${band}.label`] : undefined };
}

function latest({ latestOpenTime: minute, latestOpenTimeUsers: users }: Report): Slide | null {
  if (minute === null) return null;
  const band = bandOf(latestBands, minute);
  const time = sentence(fill(copy['report.latest.time'], { time: figure(formatTime(minute)) }));
  // Behind the night, from 04:00 to noon, it says nothing about regular hours.
  const isMorning = bandOf(earliestBands, minute) !== null;
  const text = isMorning ? copy['report.earliest.other.text'] : copy[`report.latest.${band ?? 'other'}.text`];
  const said = say(copy['report.latest.title'], [time, sentence(text)], users);
  return said && { ...said, kind: 'latest', minute, label: band ? copy[`report.latest.${band}.label`] : undefined };
}

function door(report: Report): Slide | null {
  const bars = doorBars(report);
  // The first of equal ones.
  const [most] = [...bars].sort((one, other) => other.count - one.count);
  if (most === undefined) return null;
  const share = counted(copy['report.door.percent'].replace('{period}', most.label), report.openDoorPercent);
  return {
    kind: 'door',
    title: copy['report.door.title'],
    sentences: share ? [share] : [],
    bars,
    alt: fill(copy['report.door.alt'], { items: listOf(bars) }),
  };
}

const listOf = (bars: readonly Bar[]): string => bars.map(({ label, text }) => label + text).join('、');

function favTime({ favoriteUseTime: time, favoriteUseTimeUsers }: Report): Slide | null {
  if (time === null) return null;
  const lines =
    time === 'unknown'
      ? [sentence(copy['report.favTime.unknown.text'], { lead: true })]
      : [
          sentence(fill(copy['report.favTime.line'], { timeName: figure(copy[`report.favTime.${time}.name`]) })),
          sentence(copy[`report.favTime.${time}.text`]),
        ];
  const said = say(copy['report.favTime.title'], lines, favoriteUseTimeUsers);
  return said && { ...said, kind: 'favTime', time };
}

function func(report: Report): Slide | null {
  const { favoriteFunction, favoriteFunctionNum } = report;
  const used = usedFunctions(report);
  const name = used.find((bar) => bar.name === favoriteFunction)?.label ?? shorten(favoriteFunction, room.functionName);
  const lines = [
    name !== '' &&
      some(favoriteFunctionNum) &&
      sentence(fill(copy['report.func.favorite'], { name, n: figure(favoriteFunctionNum) })),
    ...used.map((bar) => counted(copy[`report.func.${bar.name}.line`], bar.count)),
  ];
  const said = say(copy['report.func.title'], lines, report.favoriteFunctionUsers);
  return said && { ...said, kind: 'func' };
}

function jars(report: Report): Slide | null {
  const bars = functionBars(report);
  if (bars.length === 0) return null;
  const alt = fill(copy['report.func.alt'], { items: listOf(bars) });
  return { kind: 'jars', title: copy['report.func.chartTitle'], sentences: [], bars, alt };
}

function temp({ maxTemp, maxTempDate, maxTempTime }: Report): Slide | null {
  if (!some(maxTemp)) return null;
  const degrees = formatMaxTemp(maxTemp);
  const when = fill(copy['report.temp.when'], {
    maxTempDate: maxTempDate === null ? '' : formatDayShort(maxTempDate),
    maxTempTime: maxTempTime === null ? '' : formatTime(maxTempTime),
  })
    .trim()
    .replace(' ', NO_BREAK);
  const said = say(copy['report.temp.title'], [
    sentence(fill(copy['report.temp.value'], { temp: figure(degrees) })),
    when !== '' && sentence(when),
    sentence(copy['report.temp.tip']),
  ]);
  return said && { ...said, kind: 'temp', over: degrees === formatCopy['fmt.temp.over'] };
}

function diet({ dietitianeList, problemNum, problem }: Report): Slide | null {
  const said = say(copy['report.diet.title'], [
    counted(copy['report.diet.count'], dietitianeList.length),
    counted(copy['report.diet.problemNum'], problemNum),
    problem !== '' && sentence(fill(copy['report.diet.problem'], { problem: shorten(problem, room.problem) })),
  ]);
  const dietitians = dietitianeList.slice(0, shownAtMost.dietitians).map(({ headUrl, userName }) => ({
    headUrl,
    userName: fill(copy['report.diet.name'], { userName: shorten(userName, room.userName) }),
  }));
  return said && { ...said, kind: 'diet', dietitians };
}

function keyword(report: Report): Slide | null {
  const keywords = keywordsOf(report);
  return keywords.length === 0
    ? null
    : { kind: 'keyword', title: copy['report.keyword.title'], sentences: [], keywords };
}

function endOf(report: Report): Slide {
  const sentences = [sentence(copy['report.end.line'])];
  return { kind: 'end', title: copy['report.end.title'], sentences, keywords: keywordsOf(report) };
}

const keywordsOf = ({ keyWordList }: Report): string[] =>
  [...new Set(keyWordList.map((word) => shorten(word, room.keyword)))].slice(0, shownAtMost.keywords);

/** The same for every user (spec section 2; copy deck 6.14 and 6.15). */
const closingSlides: readonly Slide[] = [
  closing('close1', copy['report.close1.title'], [
    copy['report.close1.users'],
    copy['report.close1.night'],
    copy['report.close1.share'],
  ]),
  closing('close2', copy['report.close2.title'], [
    copy['report.close2.problems'],
    copy['report.close2.models'],
    copy['report.close2.homes'],
  ]),
  closing('close3', copy['report.close3.title'], [
    copy['report.close3.suggest'],
    copy['report.close3.events'],
    copy['report.close3.heard'],
  ]),
  {
    kind: 'thanks',
    title: copy['report.thanks.title'],
    sentences: copy['report.thanks.body'].map((text) => sentence(text)),
  },
];

/** The numbers in its texts are figures. */
function closing(kind: 'close1' | 'close2' | 'close3', title: string, texts: readonly string[]): Slide {
  return { kind, title, sentences: withLead(texts.map((text) => sentence(text.replace(FIXED_FIGURE, figure)))) };
}
