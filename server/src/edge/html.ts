export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = Html | string | number | null | false | readonly Part[];

function write(part: Part): string {
  if (part instanceof Html) return part.markup;
  if (part === null || part === false) return '';
  if (Array.isArray(part)) return part.map(write).join('');
  return String(part).replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** Escapes every value but `Html`: users wrote most. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((all, string, index) => all + write(parts[index - 1] ?? null) + string));
}
