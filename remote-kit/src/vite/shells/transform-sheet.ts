import { type Rule, type Targets, transform } from 'lightningcss';
import { browserFloor } from '../browser-floor.ts';

/** A major and a minor version stand in a number's third and second byte. */
const targets: Targets = Object.fromEntries(
  browserFloor.map((engine) => {
    const [, name = '', major = '', minor = '0'] = /^([a-z]+)(\d+)(?:\.(\d+))?$/.exec(engine) ?? [];
    return [name, (Number(major) << 16) | (Number(minor) << 8)];
  }),
);

/** Changes the rules of a stylesheet, and minifies it. */
export const transformSheet = (css: string, change: (rules: Rule[]) => Rule[]): string =>
  transform({
    filename: 'shell.css',
    code: Buffer.from(css),
    minify: true,
    targets,
    visitor: {
      StyleSheet(sheet) {
        dropNulls(sheet);
        return { ...sheet, rules: change(sheet.rules) };
      },
    },
  }).code.toString();

/** lightningcss gives `null` for what `var()` and `env()` lack, and takes only its absence back. */
function dropNulls(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const [name, value] of Object.entries(node)) {
    if (value === null) Reflect.deleteProperty(node, name);
    else dropNulls(value);
  }
}
