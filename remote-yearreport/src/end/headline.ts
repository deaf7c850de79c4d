import { figureOf, type Sentence } from '../slides/sentence.ts';
import type { Slide, SlideKind } from '../slides/slide-model.ts';

/** Slides for the poster, best first. */
const ORDER: readonly SlideKind[] = ['open', 'register', 'func', 'latest', 'earliest', 'favTime', 'diet', 'temp'];

/** Of the best slide with a figure; `null` without one. */
export function headlineOf(slides: readonly Slide[]): Sentence | null {
  for (const kind of ORDER) {
    const slide = slides.find((one) => one.kind === kind);
    const lead = slide?.sentences.find((line) => line.lead && figureOf(line) !== null);
    if (lead) return lead;
  }
  return null;
}
