const CLOSING = '，。、；：！？…）》」』】”’';
const OPENING = '（《「『【“‘';

/**
 * Cuts a text where a line may end: behind punctuation and in front of what opens a bracket or a quotation, as long as
 * there is something on either side. Joined again the phrases are the text.
 */
export function phrasesOf(text: string): string[] {
  const phrases: string[] = [];
  let phrase = '';
  for (const character of text) {
    const last = phrase.slice(-1);
    const ends = CLOSING.includes(last) && !CLOSING.includes(character);
    const begins = OPENING.includes(character) && !OPENING.includes(last);
    if (phrase !== '' && (ends || begins)) {
      phrases.push(phrase);
      phrase = '';
    }
    phrase += character;
  }
  if (phrase !== '') phrases.push(phrase);
  return phrases;
}
