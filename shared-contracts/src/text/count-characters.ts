/** A Hangul syllable, also from separate letters. */
const SYLLABLE = String.raw`[\u1100-\u1112][\u1161-\u1175][\u11a8-\u11c2]?|[\uac00-\ud7a3][\u11a8-\u11c2]?`;

/** What belongs to the letter or picture before it. */
const ATTACHED = String.raw`[\p{M}\p{Emoji_Modifier}\u200c\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?`;

/**
 * A letter with its marks, an emoji sequence, a flag. Not `Intl.Segmenter`: some engines lack it, others differ in
 * Unicode version, and page and server must agree.
 */
const CHARACTER = new RegExp(String.raw`\r\n|\p{Regional_Indicator}{2}|(?:${SYLLABLE}|[^])(?:${ATTACHED})*`, 'gu');

/** An emoji or an accented letter counts once. Page and server share this rule. */
export function countCharacters(text: string): number {
  return readerCharacters(text).length;
}

export function readerCharacters(text: string): readonly string[] {
  return text.match(CHARACTER) ?? [];
}
