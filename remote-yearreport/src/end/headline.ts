import { figureOf, type Sentence } from '../slides/sentence.ts';
import type { Slide, SlideKind } from '../slides/slide-model.ts';

/** Whose figure is worth the poster, the best first. All tell of the user; the company's never stand there. */
const ORDER: readonly SlideKind[] = ['open', 'register', 'func', 'latest', 'earliest', 'favTime', 'diet', 'temp'];

/** The user's own headline: the lead of their best slide, `null` where none has a figure. */
export function headlineOf(slides: readonly Slide[]): Sentence | null {
  for (const kind of ORDER) {
    const lead = slides.find((slide) => slide.kind === kind)?.sentences.find((line) => line.lead && figureOf(line) !== null);
    if (lead) return lead;
  }
  return null;
}
