const picture = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;

/** Where an invisible character belongs to what a reader sees. */
const meant = [
  // An emoji with its selector, its skin, what is joined to it; the tags of a flag.
  String.raw`${picture}(?:\u200d${picture}){0,9}(?:[\u{e0030}-\u{e007a}]{1,8}\u{e007f})?`,
  String.raw`[\d#*]\ufe0f\u20e3`,
  // The variant of a rare Chinese character.
  String.raw`\p{L}\p{Variation_Selector}`,
  // Joiners of Indic and Arabic letters.
  String.raw`(?!\p{Variation_Selector})[\p{M}\p{Script=Arabic}][\u200c\u200d](?=\p{L})`,
].join('|');

/**
 * What nobody sees: control characters, whatever turns the direction of a text, fillers, joiners that join nothing,
 * halves of a surrogate pair, places that are no characters, the blank of Braille.
 */
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]`;

const pieces = new RegExp(String.raw`([\n\t]|${meant})|${unseen}`, 'gu');

/** More marks than any letter has; beyond, they cover what stands around. */
const heapOfMarks = /(\p{M}{8})\p{M}+/gu;

/**
 * Leaves of a text what its reader sees, with line ends alike: `\n`. A text of nothing but invisible characters comes to
 * an empty one, and none can pass for another or turn what stands around it.
 */
export function visibleText(typed: string): string {
  return typed
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(pieces, (_, seen: string | undefined) => seen ?? '')
    .replace(heapOfMarks, '$1');
}
