import { fill, formatCopy } from '@fridge/shared-contracts';
import { bandOf, earliestBands, latestBands, type Report } from '@fridge/shared-contracts/activities/report';
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
  shorten,
  shownAtMost,
} from './formats.ts';
import { figure, type Sentence, sentence, type Slide, withLead } from './slide-model.ts';

/** Openings that light all windows. */
const HOUSE_LIT_AT = 5_000;

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

function register({ registerTime, registerYears }: Report): Slide | null {
  const years = registerYears !== null && registerYears > 0;
  const sentences = [
    registerTime !== null &&
      sentence(fill(copy['report.register.time'], { registerTime: figure(formatDay(registerTime)) }), { lead: !years }),
    years && sentence(fill(copy['report.register.years.some'], { n: figure(registerYears) }), { lead: true }),
    registerYears === 0 && sentence(copy['report.register.years.zero']),
  ].filter(isSentence);
  return hasSentence(sentences) && { kind: 'register', title: copy['report.register.title'], sentences };
}

function open(report: Report): Slide | null {
  const { yearOpenNum, yearOpenNumPercent, yearOpenDuration, averageOpenTime, doorOpenTimeout } = report;
  const sentences = [
    some(yearOpenNum) && sentence(fill(copy['report.open.num'], { n: figure(yearOpenNum) }), { lead: true }),
    some(yearOpenNumPercent) &&
      sentence(fill(copy['report.open.percent'], { n: figure(plainNumber(yearOpenNumPercent)) })),
    some(yearOpenDuration) &&
      sentence(fill(copy['report.open.duration'], { n: figure(plainNumber(yearOpenDuration)) })),
    some(averageOpenTime) && Math.round(averageOpenTime) > 0 && average(averageOpenTime),
    some(doorOpenTimeout) && sentence(fill(copy['report.open.timeout.some'], { n: figure(doorOpenTimeout) })),
    doorOpenTimeout === 0 && sentence(copy['report.open.timeout.zero']),
  ].filter(isSentence);
  const lit = Math.min(1, (yearOpenNum ?? 0) / HOUSE_LIT_AT);
  return (
    hasSentence(sentences) && {
      kind: 'open',
      title: copy['report.open.title'],
      sentences: withLead(sentences),
      lit,
      users: others(report.yearOpenNumUsers),
    }
  );
}

/** @param seconds rounded first: 59.6 is one minute */
function average(seconds: number): Sentence {
  const whole = Math.round(seconds);
  const [m, s] = [Math.floor(whole / 60), whole % 60];
  const time = fill(formatCopy['fmt.avgOpen'], { m, s });
  return sentence(fill(copy['report.open.average'], { m, s }).replace(time, figure(time)));
}

function earliest({ earliestOpenTime: minute, earliestOpenTimeUsers }: Report): Slide | null {
  if (minute === null) return null;
  const band = bandOf(earliestBands, minute);
  return {
    kind: 'earliest',
    title: copy['report.earliest.title'],
    sentences: [
      sentence(fill(copy['report.earliest.time'], { time: figure(formatTime(minute)) }), { lead: true }),
      sentence(copy[`report.earliest.${band ?? 'other'}.text`]),
    ],
    band,
    minute,
    label: band === null ? undefined : copy[`report.earliest.${band}.label`],
    users: others(earliestOpenTimeUsers),
  };
}

function latest({ latestOpenTime: minute, latestOpenTimeUsers }: Report): Slide | null {
  if (minute === null) return null;
  const band = bandOf(latestBands, minute);
  return {
    kind: 'latest',
    title: copy['report.latest.title'],
    sentences: [
      sentence(fill(copy['report.latest.time'], { time: figure(formatTime(minute)) }), { lead: true }),
      sentence(copy[`report.latest.${band ?? 'other'}.text`]),
    ],
    band,
    minute,
    label: band === null ? undefined : copy[`report.latest.${band}.label`],
    users: others(latestOpenTimeUsers),
  };
}

function door(report: Report): Slide | null {
  const bars = doorBars(report);
  // The first of equal ones.
  const [most] = [...bars].sort((one, other) => other.count - one.count);
  if (most === undefined) return null;
  const { openDoorPercent } = report;
  const share =
    some(openDoorPercent) &&
    sentence(fill(copy['report.door.percent'], { period: most.label, n: figure(plainNumber(openDoorPercent)) }));
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
  const slide = {
    kind: 'favTime',
    title: copy['report.favTime.title'],
    time,
    users: others(favoriteUseTimeUsers),
  } as const;
  if (time === 'unknown')
    return { ...slide, sentences: [sentence(copy['report.favTime.unknown.text'], { lead: true })] };
  return {
    ...slide,
    sentences: [
      sentence(fill(copy['report.favTime.line'], { timeName: figure(copy[`report.favTime.${time}.name`]) }), {
        lead: true,
      }),
      sentence(copy[`report.favTime.${time}.text`]),
    ],
  };
}

function func(report: Report): Slide | null {
  const { favoriteFunction, favoriteFunctionNum } = report;
  const used = usedFunctions(report);
  const name = used.find((bar) => bar.name === favoriteFunction)?.label ?? shorten(favoriteFunction, room.functionName);
  const sentences = [
    name !== '' &&
      some(favoriteFunctionNum) &&
      sentence(fill(copy['report.func.favorite'], { name, n: figure(favoriteFunctionNum) }), { lead: true }),
    ...used.map((bar) => sentence(fill(copy[`report.func.${bar.name}.line`], { n: figure(bar.count) }))),
  ].filter(isSentence);
  return (
    hasSentence(sentences) && {
      kind: 'func',
      title: copy['report.func.title'],
      sentences: withLead(sentences),
      users: others(report.favoriteFunctionUsers),
    }
  );
}

function jars(report: Report): Slide | null {
  const bars = functionBars(report);
  if (bars.length === 0) return null;
  return {
    kind: 'jars',
    title: copy['report.func.chartTitle'],
    sentences: [],
    bars,
    alt: fill(copy['report.func.alt'], { items: listOf(bars) }),
  };
}

function temp({ maxTemp, maxTempDate, maxTempTime }: Report): Slide | null {
  if (!some(maxTemp)) return null;
  const date = maxTempDate === null ? '' : formatDayShort(maxTempDate);
  const time = maxTempTime === null ? '' : formatTime(maxTempTime);
  const when = fill(copy['report.temp.when'], { maxTempDate: date, maxTempTime: time }).trim();
  const degrees = formatMaxTemp(maxTemp);
  const sentences = [
    sentence(fill(copy['report.temp.value'], { temp: figure(degrees) }), { lead: true }),
    when !== '' && sentence(when),
    sentence(copy['report.temp.tip']),
  ].filter(isSentence);
  return { kind: 'temp', title: copy['report.temp.title'], sentences, over: degrees === formatCopy['fmt.temp.over'] };
}

function diet({ dietitianeList, problemNum, problem }: Report): Slide | null {
  const asked = some(problemNum);
  const known = dietitianeList.length > 0;
  const shown = shorten(problem, room.problem);
  const sentences = [
    known && sentence(fill(copy['report.diet.count'], { n: figure(dietitianeList.length) }), { lead: true }),
    asked && sentence(fill(copy['report.diet.problemNum'], { n: figure(problemNum) }), { lead: !known }),
    shown !== '' && sentence(fill(copy['report.diet.problem'], { problem: shown })),
  ].filter(isSentence);
  const dietitians = dietitianeList.slice(0, shownAtMost.dietitians).map(({ headUrl, userName }) => ({
    headUrl,
    userName: fill(copy['report.diet.name'], { userName: shorten(userName, room.userName) }),
  }));
  return hasSentence(sentences) && { kind: 'diet', title: copy['report.diet.title'], sentences, dietitians };
}

function keyword(report: Report): Slide | null {
  const keywords = keywordsOf(report);
  return keywords.length === 0
    ? null
    : { kind: 'keyword', title: copy['report.keyword.title'], sentences: [], keywords };
}

function endOf(report: Report): Slide {
  return {
    kind: 'end',
    title: copy['report.end.title'],
    sentences: [sentence(copy['report.end.line'])],
    keywords: keywordsOf(report),
  };
}

const keywordsOf = ({ keyWordList }: Report): string[] =>
  [...new Set(keyWordList.map((word) => shorten(word, room.keyword)))].slice(0, shownAtMost.keywords);

const others = (users: number | null): Sentence | undefined =>
  some(users) ? sentence(fill(copy['report.users'], { users: figure(formatUsers(users)) })) : undefined;

const some = (value: number | null): value is number => value !== null && value > 0;
const isSentence = (line: Sentence | false): line is Sentence => line !== false;
const hasSentence = (sentences: readonly Sentence[]): true | null => (sentences.length > 0 ? true : null);

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

/** The numbers in its texts are figures; the first text is the lead. */
function closing(kind: 'close1' | 'close2' | 'close3', title: string, texts: readonly string[]): Slide {
  return {
    kind,
    title,
    sentences: texts.map((text, at) => sentence(text.replace(FIXED_FIGURE, figure), { lead: at === 0 })),
  };
}
