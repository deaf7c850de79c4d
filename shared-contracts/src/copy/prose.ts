import { fill } from './fill.ts';

/** One element of a longer text of the copy deck. */
export type ProseElement = { kind: 'heading' | 'bullet' | 'paragraph'; text: string };

/**
 * Reads the lines of a copy-deck block (section 0): `# ` opens a sub-heading, `- ` a bullet, anything else is a
 * paragraph. Product names are filled in; `values` fills what else a block asks for.
 */
export function readProse(lines: readonly string[], values: Record<string, string> = {}): ProseElement[] {
  return lines.map((line) => {
    const text = (fill(line as string) as string).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
    if (text.startsWith('# ')) return { kind: 'heading', text: text.slice(2) };
    if (text.startsWith('- ')) return { kind: 'bullet', text: text.slice(2) };
    return { kind: 'paragraph', text };
  });
}
