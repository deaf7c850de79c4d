const picture = String.raw`\p{Extended_Pictographic}(?:[\ufe0e\ufe0f]|\p{Emoji_Modifier})?`;

/** Where invisible characters have a meaning. */
const visibleSequences = [
  // Emoji with selector, skin tone and joined emoji; flag tags.
  String.raw`${picture}(?:\u200d${picture}){0,9}(?:[\u{e0030}-\u{e007a}]{1,8}\u{e007f})?`,
  String.raw`[\d#*]\ufe0f\u20e3`,
  // Rare Chinese variants.
  String.raw`\p{L}\p{Variation_Selector}`,
  // Joiners of Indic and Arabic letters.
  String.raw`(?!\p{Variation_Selector})[\p{M}\p{Script=Arabic}][\u200c\u200d](?=\p{L})`,
].join('|');

/** Controls, direction marks, fillers, stray joiners, lone surrogates, noncharacters, the Braille blank. */
const invisibleCharacter = String.raw`[\p{Cc}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]`;

const pieces = new RegExp(String.raw`([\n\t]|${visibleSequences})|${invisibleCharacter}`, 'gu');

/** More marks than any letter has; they would cover the text around. */
const excessMarks = /(\p{M}{8})\p{M}+/gu;

/** Removes invisible characters, unifies line ends to `\n`: no text can imitate another or turn the text around it. */
export function visibleText(typed: string): string {
  return typed
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(pieces, (_, visible: string | undefined) => visible ?? '')
    .replace(excessMarks, '$1');
}
