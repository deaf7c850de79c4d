import type { Dietitian, EarliestBand, FavoriteTime, FunctionField, LatestBand } from '@fridge/shared-contracts/activities/report';
import type { Bar, DoorPeriod } from './charts.ts';
import type { Sentence } from './sentence.ts';

type Told = {
  title: string;
  /** What is said, in reading order. */
  sentences: readonly Sentence[];
  /** A name that the data earn, such as 早起先锋. */
  label?: string;
  /** How many others are like this. */
  users?: Sentence;
};

/** What each slide shows: texts and figures, ready to be drawn. None is ever without a sentence or a list. */
export type Slide =
  | ({ kind: 'register' } & Told)
  /** `lit`: how many of a house's windows are lit, 0 to 1. */
  | ({ kind: 'open'; lit: number } & Told)
  | ({ kind: 'earliest'; band: EarliestBand | null; minute: number } & Told)
  | ({ kind: 'latest'; band: LatestBand | null; minute: number } & Told)
  | ({ kind: 'door'; bars: readonly Bar<DoorPeriod>[]; alt: string } & Told)
  | ({ kind: 'favTime'; time: FavoriteTime } & Told)
  /** What each function did. */
  | ({ kind: 'func'; used: number } & Told)
  | ({ kind: 'jars'; bars: readonly Bar<FunctionField | 'other'>[]; alt: string } & Told)
  /** `over`: above what is told exactly. */
  | ({ kind: 'temp'; over: boolean } & Told)
  | ({ kind: 'diet'; dietitians: readonly Dietitian[]; problem: string } & Told)
  | ({ kind: 'keyword'; keywords: readonly string[] } & Told)
  | ({ kind: 'close1' | 'close2' | 'close3' | 'thanks' } & Told)
  | ({ kind: 'end'; keywords: readonly string[] } & Told);

export type SlideKind = Slide['kind'];
export type SlideOf<Kind extends SlideKind> = Extract<Slide, { kind: Kind }>;
