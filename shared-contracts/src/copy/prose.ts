import { fill } from './fill.ts';

export type ProseElement = { kind: 'heading' | 'bullet' | 'paragraph'; text: string };

/**
 * Parses a copy-deck block (section 0): `# ` heading, `- ` bullet, else paragraph. `values` fills placeholders besides
 * product names.
 */
export function readProse(lines: readonly string[], values: Record<string, string> = {}): ProseElement[] {
  return lines.map((line) => {
    const text = (fill(line as string) as string).replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
    if (text.startsWith('# ')) return { kind: 'heading', text: text.slice(2) };
    if (text.startsWith('- ')) return { kind: 'bullet', text: text.slice(2) };
    return { kind: 'paragraph', text };
  });
}
