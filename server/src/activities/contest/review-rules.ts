import { cleanField } from '@fridge/shared-contracts/page';
import * as v from 'valibot';

/** A decision may be undone unseen, and is hidden from its author, this long. */
export const UNDO_SECONDS = 10;
export const REASON_CHARACTERS = 200;
/** Two different letters of any script: a digit or a key that was held tells an author nothing. */
export const REASON_WORDS = /^\P{L}*(\p{L})(?:\1|\P{L})*(?!\1)\p{L}/u;

/** Why a work is rejected, for its author; if empty, the page asks to complete the work. */
export const reasonForAuthor = v.pipe(
  v.string(),
  v.check((sent) => sent === '' || REASON_WORDS.test(cleanField(sent)), 'words that its author understands'),
  v.transform((sent) => cleanField(sent)),
  v.maxLength(REASON_CHARACTERS, `at most ${REASON_CHARACTERS} characters`),
);
