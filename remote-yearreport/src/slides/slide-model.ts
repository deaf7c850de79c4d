import type { Dietitian, FavoriteTime, FunctionField } from '@fridge/shared-contracts/activities/report';
import type { Bar, DoorPeriod } from './charts.ts';

type Content = {
  title: string;
  /** In reading order. */
  sentences: readonly Sentence[];
  label?: string | undefined;
  /** How many users are alike. */
  users?: Sentence | undefined;
};

/** Each has a sentence or a list. */
export type Slide = Content &
  (
    | { kind: 'open'; /** Share of windows, 0 to 1. */ lit: number }
    | { kind: 'earliest'; minute: number }
    | { kind: 'latest'; minute: number }
    | { kind: 'door'; bars: readonly Bar<DoorPeriod>[]; alt: string }
    | { kind: 'favTime'; time: FavoriteTime }
    | { kind: 'jars'; bars: readonly Bar<FunctionField | 'other'>[]; alt: string }
    | { kind: 'temp'; /** Above what is stated exactly. */ over: boolean }
    | { kind: 'diet'; dietitians: readonly Dietitian[] }
    | { kind: 'keyword'; keywords: readonly string[] }
    | { kind: 'register' | 'func' | 'close1' | 'close2' | 'close3' | 'thanks' }
    | { kind: 'end'; keywords: readonly string[] }
  );

export type SlideKind = Slide['kind'];
export type SlideOf<Kind extends SlideKind> = Extract<Slide, { kind: Kind }>;

/** Every second part is a figure. */
export type Sentence = {
  parts: readonly string[];
  /** Its figure is the slide's largest text. */
  lead: boolean;
};

export const sentence = (...parts: readonly string[]): Sentence => ({ parts, lead: false });

export const textOf = ({ parts }: Sentence): string => parts.join('');

/** The first; `null` without one. */
export const figureOf = ({ parts }: Sentence): string | null => parts[1] ?? null;

/** The first sentence with a figure, unless there is a lead. */
export function withLead(sentences: readonly Sentence[]): readonly Sentence[] {
  const lead = sentences.find((line) => line.lead) ?? sentences.find((line) => figureOf(line) !== null);
  return sentences.map((line) => (line === lead ? { ...line, lead: true } : line));
}
