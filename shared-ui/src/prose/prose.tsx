import type { ProseElement } from '@fridge/shared-contracts';
import { joinClasses } from '../join-classes.ts';
import styles from './prose.module.css';

interface WholeTextProps {
  text: string;
  phrases?: readonly string[] | undefined;
  /** Leaves no single character on the last line. Default: `true`. */
  keepsEnd?: boolean;
}

/** Dates with their times, periods, hours and amounts don't break where they fit on a line. */
export function WholeText({ text, phrases, keepsEnd }: WholeTextProps) {
  return wholeParts(text, phrases, keepsEnd).map(({ at, text: part, whole }) =>
    whole ? (
      <span key={at} className={styles.whole}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}

interface ProseProps {
  /** From `readProse`. */
  elements: readonly ProseElement[];
  phrases?: WholeTextProps['phrases'];
  /** Default: 2. */
  headingLevel?: 2 | 3;
  className?: string | undefined;
}

/** A longer text (copy deck, section 0). */
export function Prose({ elements, phrases, headingLevel = 2, className }: ProseProps) {
  const Heading = `h${headingLevel}` as const;
  return (
    <div className={joinClasses(styles.prose, className)}>
      {groupProse(elements).map((block) => {
        if (block.kind === 'heading')
          return (
            <Heading key={block.at} className={styles.heading}>
              {block.text}
            </Heading>
          );
        if (block.kind === 'paragraph') {
          return (
            <p key={block.at} className={styles.paragraph}>
              <WholeText text={block.text} phrases={phrases} />
            </p>
          );
        }
        const List = block.kind === 'bullets' ? 'ul' : 'ol';
        return (
          <List key={block.at} className={joinClasses(styles.list, styles[block.kind])}>
            {block.items.map(({ at, mark, text }) => (
              <li key={at} className={styles.item}>
                {mark && <span className={styles.mark}>{mark} </span>}
                <span>
                  <WholeText text={text} phrases={phrases} />
                </span>
              </li>
            ))}
          </List>
        );
      })}
    </div>
  );
}

/** `at`: place in the text, a stable key. */
type ProseItem = { at: number; mark: string; text: string };
type ProseBlock =
  | { kind: 'heading'; at: number; text: string }
  | { kind: 'paragraph'; at: number; text: string }
  | { kind: 'bullets' | 'numbers'; at: number; items: ProseItem[] };

const NUMBERED = /^(\d+\.) (.*)$/s;

/** Groups neighbouring bullets, and lines that begin with `1. `, into lists; the numbers stay text. */
export function groupProse(elements: readonly ProseElement[]): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  elements.forEach((element, at) => {
    const numbered = element.kind === 'paragraph' ? NUMBERED.exec(element.text) : null;
    if (element.kind !== 'bullet' && !numbered) {
      blocks.push({ kind: element.kind, at, text: element.text });
      return;
    }
    const kind = numbered ? 'numbers' : 'bullets';
    const item = { at, mark: numbered?.[1] ?? '', text: numbered?.[2] ?? element.text };
    const last = blocks.at(-1);
    if (last?.kind === kind) last.items.push(item);
    else blocks.push({ kind, at, items: [item] });
  });
  return blocks;
}

/** A line could break between a span and its full stop or bracket. */
export const CLOSING = '，。、；：！？…）》」』】”’';
export const OPENING = '（《「『【“‘';

const DAY = String.raw`(?:\d+年)?\d+月\d+日`;
const MOMENT = String.raw`${DAY} \d+:\d\d(?::\d\d)?`;
/** A period in each form (`windowText`) is one text: pages fill it in. */
const PERIOD = `${MOMENT} – ${MOMENT}|截至${MOMENT}|${MOMENT}起`;
const WHOLE = String.raw`${PERIOD}|(?:${MOMENT}|${DAY})前?|\d+:\d\d-\d+:\d\d|-?\d+(?:[.-]\d+)?(?:个小时|小时|个工作日|元|万张|张|份|字|天|次|厘米|毫米|℃|%)`;

/** The last two characters, Latin word or number. Kept together for engines without `text-wrap: pretty`. */
const END = new RegExp(String.raw`(?:[\w.]+[^\s${CLOSING}]?|[^\s${CLOSING}]{2})[${CLOSING}]*$`);

/** Characters that fit on one line. */
const ONE_LINE = 12;

/** `at`: place in the text, a stable key. */
type TextPart = { at: number; text: string; whole: boolean };

/**
 * Splits into parts that don't break and those between (look, "Type, space, shape").
 * @param phrases further words that don't break
 */
export function wholeParts(text: string, phrases: readonly string[] = [], keepsEnd = true): TextPart[] {
  // The capturing group makes every second piece whole.
  const pieces = text.split(new RegExp(`([${OPENING}]*(?:${[WHOLE, ...phrases].join('|')})[${CLOSING}]*)`));
  const last = pieces.pop() ?? '';
  const end = keepsEnd && text.length > ONE_LINE ? (END.exec(last)?.index ?? last.length) : last.length;
  return [...pieces, last.slice(0, end), last.slice(end)]
    .map((piece, at) => ({ at, text: piece, whole: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
