import { figureOf, type Sentence } from '../slides/sentence.ts';
import type { Slide, SlideKind } from '../slides/slide-model.ts';

/** Slides about the user whose figure may stand on the poster, the best first. */
const ORDER: readonly SlideKind[] = ['open', 'register', 'func', 'latest', 'earliest', 'favTime', 'diet', 'temp'];

/** The lead of the best slide that has a figure; `null` without one. */
export function headlineOf(slides: readonly Slide[]): Sentence | null {
  for (const kind of ORDER) {
    const slide = slides.find((one) => one.kind === kind);
    const lead = slide?.sentences.find((line) => line.lead && figureOf(line) !== null);
    if (lead) return lead;
  }
  return null;
}
