import { copy } from '../story-copy.ts';
import { fixedSentence, sentence } from './sentence.ts';
import type { Slide } from './slide-model.ts';

/** The same for every user (spec section 2; copy deck 6.14 and 6.15). */
export const closingSlides: readonly Slide[] = [
  {
    kind: 'close1',
    title: copy['report.close1.title'],
    sentences: [
      fixedSentence(copy['report.close1.users'], { lead: true }),
      fixedSentence(copy['report.close1.night']),
      fixedSentence(copy['report.close1.share']),
    ],
  },
  {
    kind: 'close2',
    title: copy['report.close2.title'],
    sentences: [
      fixedSentence(copy['report.close2.problems'], { lead: true }),
      fixedSentence(copy['report.close2.models']),
      fixedSentence(copy['report.close2.homes']),
    ],
  },
  {
    kind: 'close3',
    title: copy['report.close3.title'],
    sentences: [
      fixedSentence(copy['report.close3.suggest'], { lead: true }),
      fixedSentence(copy['report.close3.events']),
      fixedSentence(copy['report.close3.heard']),
    ],
  },
  { kind: 'thanks', title: copy['report.thanks.title'], sentences: copy['report.thanks.body'].map((text) => sentence(text)) },
];
