import { browserslistToTargets, type CustomAtRules, type Targets, transform, type Visitor } from 'lightningcss';
import { browserFloor } from '../browser-floor.ts';

/** As browserslist writes them: `chrome 88`. */
const targets = browserslistToTargets(browserFloor.map((engine) => engine.replace(/\d/, ' $&')));

/** Changes a stylesheet. Prefixes, which lightningcss would add again each time, come with the last change. */
export const changeSheet = (
  css: string,
  visitor: Visitor<CustomAtRules>,
  options?: { targets: Targets; minify: true },
) => transform({ filename: 'shell.css', code: Buffer.from(css), visitor, ...options }).code.toString();

/** Changes a stylesheet, and minifies it for the browser floor. */
export const transformSheet = (css: string, visitor: Visitor<CustomAtRules>): string =>
  changeSheet(css, visitor, { targets, minify: true });
