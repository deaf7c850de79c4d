const CLOSING = '，。、；：！？…）》」』】”’';
const OPENING = '（《「『【“‘';

/** Splits a text where a line may break: after punctuation and before an opening bracket or quotation mark. */
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
