/**
 * A letter with its marks, an emoji sequence, a flag. Not `Intl.Segmenter`: some engines lack it, others differ in
 * Unicode version, and page and server must agree.
 */
const CHARACTER =
  /\r\n|\p{Regional_Indicator}{2}|[^](?:[\p{M}\p{Emoji_Modifier}\u200c\u{e0020}-\u{e007f}]|\u200d\p{Extended_Pictographic}?)*/gu;

/** An emoji or an accented letter counts once. Page and server share this rule. */
export function countCharacters(text: string): number {
  return readerCharacters(text).length;
}

export function readerCharacters(text: string): readonly string[] {
  // A Hangul syllable may arrive as separate letters.
  return text.normalize('NFC').match(CHARACTER) ?? [];
}
