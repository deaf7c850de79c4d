/**
 * One character as a reader sees it: a letter with its marks, an emoji with its skin and all that is joined to it, a
 * flag of two letters. Written out instead of left to `Intl.Segmenter`, which some engines lack and which follows
 * another edition of Unicode in each: page and server have to come to the same number.
 */
const CHARACTER = /\r\n|\p{Regional_Indicator}{2}|[^](?:[\p{M}\p{Emoji_Modifier}\u200c\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gu;

/**
 * How many characters a reader sees: an emoji or a letter with its accents is one. Page and server count with this
 * one rule, so a text the page accepts is never refused for its length.
 */
export function countCharacters(text: string): number {
  return readerCharacters(text).length;
}

/** The text character by character, by the same rule. */
export function readerCharacters(text: string): readonly string[] {
  // Composed first: a Hangul syllable may arrive as its three letters.
  return text.normalize('NFC').match(CHARACTER) ?? [];
}
