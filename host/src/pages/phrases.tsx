/**
 * A title that may break before one phrase and nowhere inside it (look, "Type, space, shape"). The element around it
 * says `word-break: keep-all`.
 */
export function Phrases({ text, before }: { text: string; before: string }) {
  const at = text.indexOf(before);
  if (at <= 0) return text;
  return <>{text.slice(0, at)}<wbr />{text.slice(at)}</>;
}
