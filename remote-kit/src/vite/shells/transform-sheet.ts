import { browserslistToTargets, type CustomAtRules, type Targets, transform, type Visitor } from 'lightningcss';
import { browserFloor } from '../browser-floor.ts';

/**
 * For the last change of a stylesheet: it adds the prefixes of the browser floor, which a further change would add
 * again. Engines as browserslist writes them: `chrome 88`.
 */
export const minified = {
  minify: true,
  targets: browserslistToTargets(browserFloor.map((engine) => engine.replace(/\d/, ' $&'))),
};

export const changeSheet = (
  css: string,
  visitor: Visitor<CustomAtRules>,
  options?: { minify: boolean; targets: Targets },
): string => transform({ filename: 'shell.css', code: Buffer.from(css), visitor, ...options }).code.toString();
