import type { Dietitian, EarliestBand, FavoriteTime, FunctionField, LatestBand } from '@fridge/shared-contracts/activities/report';
import type { Bar, DoorPeriod } from './charts.ts';
import type { Sentence } from './sentence.ts';

type Content = {
  title: string;
  /** In reading order. */
  sentences: readonly Sentence[];
  label?: string;
  /** How many users are alike. */
  users?: Sentence;
};

/** Each has a sentence or a list. */
export type Slide =
  | ({ kind: 'register' } & Content)
  /** `lit`: share of windows, 0 to 1. */
  | ({ kind: 'open'; lit: number } & Content)
  | ({ kind: 'earliest'; band: EarliestBand | null; minute: number } & Content)
  | ({ kind: 'latest'; band: LatestBand | null; minute: number } & Content)
  | ({ kind: 'door'; bars: readonly Bar<DoorPeriod>[]; alt: string } & Content)
  | ({ kind: 'favTime'; time: FavoriteTime } & Content)
  | ({ kind: 'func'; used: number } & Content)
  | ({ kind: 'jars'; bars: readonly Bar<FunctionField | 'other'>[]; alt: string } & Content)
  /** `over`: above what is stated exactly. */
  | ({ kind: 'temp'; over: boolean } & Content)
  | ({ kind: 'diet'; dietitians: readonly Dietitian[]; problem: string } & Content)
  | ({ kind: 'keyword'; keywords: readonly string[] } & Content)
  | ({ kind: 'close1' | 'close2' | 'close3' | 'thanks' } & Content)
  | ({ kind: 'end'; keywords: readonly string[] } & Content);

export type SlideKind = Slide['kind'];
export type SlideOf<Kind extends SlideKind> = Extract<Slide, { kind: Kind }>;
