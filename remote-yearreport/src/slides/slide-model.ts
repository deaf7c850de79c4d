import type { Dietitian, FavoriteTime, FunctionField } from '@fridge/shared-contracts/activities/report';
import type { Bar, DoorPeriod } from './charts.ts';

export type Content = {
  title: string;
  /** In reading order. */
  sentences: readonly Sentence[];
  label?: string | undefined;
  /** How many users are alike. */
  users?: Sentence | undefined;
};

/** Each has a sentence or a list. */
export type Slide =
  /** `lit`: share of windows, 0 to 1. */
  | ({ kind: 'open'; lit: number } & Content)
  | ({ kind: 'earliest'; minute: number } & Content)
  | ({ kind: 'latest'; minute: number } & Content)
  | ({ kind: 'door'; bars: readonly Bar<DoorPeriod>[]; alt: string } & Content)
  | ({ kind: 'favTime'; time: FavoriteTime } & Content)
  | ({ kind: 'jars'; bars: readonly Bar<FunctionField | 'other'>[]; alt: string } & Content)
  /** `over`: above what is stated exactly. */
  | ({ kind: 'temp'; over: boolean } & Content)
  | ({ kind: 'diet'; dietitians: readonly Dietitian[] } & Content)
  | ({ kind: 'keyword'; keywords: readonly string[] } & Content)
  | ({ kind: 'register' | 'func' | 'close1' | 'close2' | 'close3' | 'thanks' } & Content)
  | ({ kind: 'end'; keywords: readonly string[] } & Content);

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
  if (sentences.some(({ lead }) => lead)) return sentences;
  const first = sentences.findIndex((line) => figureOf(line) !== null);
  return sentences.map((line, at) => (at === first ? { ...line, lead: true } : line));
}
