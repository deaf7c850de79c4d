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
import { type Sentence, sentence, type Slide, type SlideKind, withLead } from './slide-model.ts';

/** Openings that light all windows. */
const HOUSE_LIT_AT = 5_000;

/** Between a day and its time. */
const NO_BREAK = '\u00a0';

/** `18,723` and `25W+`, but not an hour of the day. */
const FIXED_FIGURE = /(\d[\d,]*(?:W\+|\+)?)(?![\d点])/;

/**
 * With the end page (spec section 2, "Year-report slides"; copy deck, section 6). Leaves out absent and 0 fields, and
 * slides without a sentence.
 */
export function storyOf(report: Report): Slide[] {
  const keywords = keywordsOf(report);
  // Without keywords the end page starts with its wish.
  const title = copy[keywords.length > 0 ? 'report.end.title' : 'report.end.line'];
  const end: Slide = { kind: 'end', title, sentences: [sentence(copy['report.end.line'])], keywords };
  return [...slidesOf(report), ...present(closingSlides), end];
}

/** About this fridge. */
export function slidesOf(report: Report): Slide[] {
  return present(Object.values(fridgeSlides).map((tell) => tell(report)));
}

const present = (slides: readonly (Slide | null)[]): Slide[] => slides.filter((slide) => slide !== null);

/** Its title in the copy deck has its name. */
type Titled = { kind: Exclude<SlideKind, 'jars'> };

/**
 * The first sentence with a figure is the lead, unless another one is.
 * @param own fields of its kind
 * @param users how many are alike
 * @returns `null` without a sentence
 */
function say<Own extends Titled>(own: Own, lines: readonly (Sentence | false)[], users: number | null = null) {
  const { kind }: Titled = own;
  const sentences = withLead(lines.filter((line) => line !== false));
  if (sentences.length === 0) return null;
  const alike = some(users) ? withFigure(copy['report.users'], formatUsers(users)) : undefined;
  return { ...own, title: copy[`report.${kind}.title`], sentences, users: alike };
}

const some = (value: number | null): value is number => value !== null && value > 0;

/** @param gap what the figure takes the place of */
function withFigure(text: string, value: string, gap: string | RegExp = /\{\w+\}/): Sentence {
  const [before = '', after = ''] = text.split(gap);
  return sentence(before, value, after);
}

const counted = (text: string, n: number | null): Sentence | false => some(n) && withFigure(text, plainNumber(n));

const asLead = (line: Sentence | false): Sentence | false => line && { ...line, lead: true };

/** About this fridge, in the order of the story. */
const fridgeSlides: Readonly<Record<string, (report: Report) => Slide | null>> = {
  register: ({ registerTime, registerYears }) =>
    say({ kind: 'register' }, [
      registerTime !== null && withFigure(copy['report.register.time'], formatDay(registerTime)),
      asLead(counted(copy['report.register.years.some'], registerYears)),
      registerYears === 0 && sentence(copy['report.register.years.zero']),
    ]),

  open({ yearOpenNum, averageOpenTime, doorOpenTimeout, ...report }) {
    const lines = [
      counted(copy['report.open.num'], yearOpenNum),
      counted(copy['report.open.percent'], report.yearOpenNumPercent),
      counted(copy['report.open.duration'], report.yearOpenDuration),
      averageOpenTime !== null && average(Math.round(averageOpenTime)),
      counted(copy['report.open.timeout.some'], doorOpenTimeout),
      doorOpenTimeout === 0 && sentence(copy['report.open.timeout.zero']),
    ];
    const lit = Math.min(1, (yearOpenNum ?? 0) / HOUSE_LIT_AT);
    return say({ kind: 'open', lit }, lines, report.yearOpenNumUsers);
  },

  earliest({ earliestOpenTime: minute, earliestOpenTimeUsers }) {
    if (minute === null) return null;
    const band = bandOf(earliestBands, minute);
    const lines = [
      withFigure(copy['report.earliest.time'], formatTime(minute)),
      sentence(copy[`report.earliest.${band ?? 'other'}.text`]),
    ];
    const label = band ? copy[`report.earliest.${band}.label`] : undefined;
    return say({ kind: 'earliest', minute, label }, lines, earliestOpenTimeUsers);
  },

  latest({ latestOpenTime: minute, latestOpenTimeUsers }) {
    if (minute === null) return null;
    const band = bandOf(latestBands, minute);
    // Behind the night, from 04:00 to noon, it says nothing about regular hours.
    const isMorning = bandOf(earliestBands, minute) !== null;
    const lines = [
      withFigure(copy['report.latest.time'], formatTime(minute)),
      sentence(isMorning ? copy['report.earliest.other.text'] : copy[`report.latest.${band ?? 'other'}.text`]),
    ];
    const label = band ? copy[`report.latest.${band}.label`] : undefined;
    return say({ kind: 'latest', minute, label }, lines, latestOpenTimeUsers);
  },

  door(report) {
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
  },

  favTime({ favoriteUseTime: time, favoriteUseTimeUsers }) {
    if (time === null) return null;
    const lines =
      time === 'unknown'
        ? [asLead(sentence(copy['report.favTime.unknown.text']))]
        : [
            withFigure(copy['report.favTime.line'], copy[`report.favTime.${time}.name`]),
            sentence(copy[`report.favTime.${time}.text`]),
          ];
    return say({ kind: 'favTime', time }, lines, favoriteUseTimeUsers);
  },

  func(report) {
    const { favoriteFunction, favoriteFunctionNum: n } = report;
    const used = usedFunctions(report);
    const known = used.find((bar) => bar.name === favoriteFunction);
    const name = known?.label ?? shorten(favoriteFunction, room.functionName);
    const [before = '', after = ''] = copy['report.func.favorite'].split('{n}');
    const lines = [
      name !== '' &&
        some(n) &&
        sentence(
          before.replace('{name}', () => name),
          String(n),
          after,
        ),
      ...used.map((bar) => counted(copy[`report.func.${bar.name}.line`], bar.count)),
    ];
    return say({ kind: 'func' }, lines, report.favoriteFunctionUsers);
  },

  jars(report) {
    const bars = functionBars(report);
    if (bars.length === 0) return null;
    const alt = fill(copy['report.func.alt'], { items: listOf(bars) });
    return { kind: 'jars', title: copy['report.func.chartTitle'], sentences: [], bars, alt };
  },

  temp({ maxTemp, maxTempDate, maxTempTime }) {
    if (!some(maxTemp)) return null;
    const degrees = formatMaxTemp(maxTemp);
    const when = fill(copy['report.temp.when'], {
      maxTempDate: maxTempDate === null ? '' : formatDayShort(maxTempDate),
      maxTempTime: maxTempTime === null ? '' : formatTime(maxTempTime),
    })
      .trim()
      .replace(' ', NO_BREAK);
    return say({ kind: 'temp', over: degrees === formatCopy['fmt.temp.over'] }, [
      withFigure(copy['report.temp.value'], degrees),
      when !== '' && sentence(when),
      sentence(copy['report.temp.tip']),
    ]);
  },

  diet({ dietitianeList, problemNum, problem }) {
    const dietitians = dietitianeList.slice(0, shownAtMost.dietitians).map(({ headUrl, userName }) => ({
      headUrl,
      userName: fill(copy['report.diet.name'], { userName: shorten(userName, room.userName) }),
    }));
    return say({ kind: 'diet', dietitians }, [
      counted(copy['report.diet.count'], dietitianeList.length),
      counted(copy['report.diet.problemNum'], problemNum),
      problem !== '' && sentence(fill(copy['report.diet.problem'], { problem: shorten(problem, room.problem) })),
    ]);
  },

  keyword(report) {
    const keywords = keywordsOf(report);
    if (keywords.length === 0) return null;
    return { kind: 'keyword', title: copy['report.keyword.title'], sentences: [], keywords };
  },
};

function average(seconds: number): Sentence | false {
  const format = formatCopy['fmt.avgOpen'];
  const time = fill(format, { m: Math.floor(seconds / 60), s: seconds % 60 });
  return seconds > 0 && withFigure(copy['report.open.average'], time, format);
}

const listOf = (bars: readonly Bar[]): string => bars.map(({ label, text }) => label + text).join('、');

const keywordsOf = ({ keyWordList }: Report): string[] =>
  [...new Set(keyWordList.map((word) => shorten(word, room.keyword)))].slice(0, shownAtMost.keywords);

/** The numbers in a text are figures. */
const fixed = (texts: readonly string[]) => texts.map((text) => sentence(...text.split(FIXED_FIGURE)));

/** The same for every user (spec section 2; copy deck 6.14 and 6.15). */
const closingSlides: readonly (Slide | null)[] = [
  say(
    { kind: 'close1' },
    fixed([copy['report.close1.users'], copy['report.close1.night'], copy['report.close1.share']]),
  ),
  say(
    { kind: 'close2' },
    fixed([copy['report.close2.problems'], copy['report.close2.models'], copy['report.close2.homes']]),
  ),
  say(
    { kind: 'close3' },
    fixed([copy['report.close3.suggest'], copy['report.close3.events'], copy['report.close3.heard']]),
  ),
  say(
    { kind: 'thanks' },
    copy['report.thanks.body'].map((text) => sentence(text)),
  ),
];
