export { brandCopy } from './brands.ts';
export { commonCopy } from './common.ts';
export { fill, type Placeholders } from './fill.ts';
export { formatCopy } from './formats.ts';
export { windowText, startText } from './window-text.ts';
export { product } from './product.ts';
export { type ProseElement, readProse } from './prose.ts';
