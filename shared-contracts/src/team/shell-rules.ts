import * as v from 'valibot';
import { relativeFile } from '../contract/route.ts';
import { ACTION_ATTRIBUTE, ACTIVATION_ATTRIBUTE, fillKinds, RELEASE_ADDRESS, SHELL_ATTRIBUTE } from '../page/shells.ts';
import { readMarkup, type ReadElement } from './read-markup.ts';
import { readRules } from './read-rules.ts';

/** Uncompressed, of one file. */
export const shellLimits = { markupBytes: 24 * 1024, stylesBytes: 32 * 1024 } as const;

/** With what a route's html ids begin, and the names of its shell's files. */
export const routeName = (path: string): string => (path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));

/** The element that holds a route's markup. */
export const shellSelector = (path: string): string => `[${SHELL_ATTRIBUTE}="${path}"]`;

const HTML_ELEMENTS = new Set(
  `a abbr address article aside b bdi bdo blockquote br button caption cite code col colgroup data dd del details dfn
  div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li mark meter nav ol output p
  picture pre progress q rp rt ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time
  tr u ul var wbr`.split(/\s+/),
);
/** Without those that run, load or embed: `script`, `style`, `image`, `foreignObject`, `animate`, `set`. */
const SVG_ELEMENTS = new Set(
  `svg g path circle ellipse rect line polyline polygon text tspan textPath defs linearGradient radialGradient stop
  clipPath mask pattern symbol use marker title desc filter feBlend feColorMatrix feComponentTransfer feComposite
  feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset
  feTurbulence`.split(/\s+/),
);

/** Lower case; `aria-…` and `data-…` besides. */
const ATTRIBUTES = new Set(`class dir hidden id inert lang role tabindex title translate`.split(' '));
const OWN_ATTRIBUTES: Readonly<Record<string, string>> = {
  a: 'href hreflang rel target',
  button: 'disabled type',
  col: 'span',
  colgroup: 'span',
  data: 'value',
  del: 'datetime',
  details: 'open',
  img: 'alt crossorigin decoding draggable fetchpriority height loading sizes src srcset width',
  ins: 'datetime',
  li: 'value',
  meter: 'high low max min optimum value',
  ol: 'reversed start type',
  progress: 'max value',
  source: 'height media sizes srcset type width',
  td: 'colspan headers rowspan',
  th: 'abbr colspan headers rowspan scope',
  time: 'datetime',
};
/** No attribute of SVG runs anything, but `on…`, `style` and what names an address, which are checked beside it. */
const SVG_ATTRIBUTE = /^(?!on|style$|src$|base$|xml:base$)[a-z][\w-]*$|^xlink:href$|^xmlns(?::xlink)?$/i;
/** The page's own. */
const RESERVED = new Set([SHELL_ATTRIBUTE, 'data-skin', 'data-page']);

const LOCAL_ADDRESS = /^(?:#|\/(?![/\\]))[^\s\\]*$/;
const isReleaseFile = (address: string): boolean =>
  address.startsWith(`${RELEASE_ADDRESS}/`) && v.is(relativeFile, address.slice(RELEASE_ADDRESS.length + 1));
const IMAGE_DATA = /^data:image\/[a-z+.-]+[;,]/i;
const isPicture = (address: string): boolean => isReleaseFile(address) || IMAGE_DATA.test(address);
const ACTION_NAME = /^[a-z][\w.-]{0,39}$/i;
const FILL = new RegExp(`^(?:window|windows\\.[\\w-]{1,64})\\.(?:${Object.keys(fillKinds).join('|')})$`);

/**
 * What a page may hold of a route's markup: text, pictures of the release, links within the product and buttons.
 * @param html as React writes it
 * @returns one sentence for each problem
 */
export function markupProblems(html: string, path: string): string[] {
  const tooLarge = sizeProblem(html, shellLimits.markupBytes, 'markup');
  const { elements, problem } = readMarkup(html);
  if (problem !== null) return [...tooLarge, problem];
  return [...new Set([...tooLarge, ...elements.flatMap((element) => elementProblems(element, path))])];
}

function elementProblems({ tag, isSvg, attributes, isEmpty }: ReadElement, path: string): string[] {
  if (!(isSvg ? SVG_ELEMENTS : HTML_ELEMENTS).has(tag))
    return [`its markup has a <${tag}>, which shells may not have.`];
  const own = new Set([...ATTRIBUTES, ...(OWN_ATTRIBUTES[tag] ?? '').split(' ')]);
  const problems = [...attributes].flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    const isKnown = own.has(lower) || /^(?:aria|data)-[a-z\d-]+$/.test(name) || (isSvg && SVG_ATTRIBUTE.test(name));
    if (!isKnown || RESERVED.has(name)) return [`its <${tag}> has the attribute ${name}, which shells may not have.`];
    const expected = expectedOf(tag, lower, value, path);
    return expected === null ? [] : [`its <${tag}> has ${name}="${shorten(value)}", not ${expected}.`];
  });
  const isFill = attributes.has('data-fill');
  if (isFill && (tag !== 'time' || !isEmpty))
    problems.push('it has data-fill on another element than an empty <time>.');
  if (attributes.has(ACTION_ATTRIBUTE) && tag !== 'button')
    problems.push(`it has ${ACTION_ATTRIBUTE} on a <${tag}>: only buttons have it.`);
  if (attributes.has(ACTIVATION_ATTRIBUTE) && !attributes.has(ACTION_ATTRIBUTE))
    problems.push(`it has ${ACTIVATION_ATTRIBUTE} without ${ACTION_ATTRIBUTE}.`);
  return problems;
}

const unless = (fits: boolean, expected: string): string | null => (fits ? null : expected);

/** @returns `null` when the value may stand there */
function expectedOf(tag: string, name: string, value: string, path: string): string | null {
  switch (name) {
    case 'href':
    case 'xlink:href':
      return tag === 'a'
        ? unless(LOCAL_ADDRESS.test(value), 'a path such as /draw, or #…')
        : unless(value.startsWith('#'), 'an address within the markup (#…)');
    case 'src':
      return unless(isPicture(value), 'a file of the release');
    case 'srcset':
      return unless(
        value.split(',').every((candidate) => isReleaseFile(candidate.trim().split(/\s+/)[0] ?? '')),
        'files of the release',
      );
    case 'id':
      return unless(value.startsWith(`${routeName(path)}-`), `an id that begins with ${routeName(path)}-`);
    case 'type':
      return tag === 'button' ? unless(value === 'button' || value === 'submit', 'button') : null;
    case 'data-fill':
      return unless(FILL.test(value), `windows.NAME.KIND with a KIND of ${Object.keys(fillKinds).join(', ')}`);
    case ACTION_ATTRIBUTE:
      return unless(ACTION_NAME.test(value), 'a name of letters, digits, dots and hyphens');
    default:
      return unless(!/url\((?!['"]?#)/i.test(value) || name.startsWith('aria-'), 'an address within the markup');
  }
}

const LOADING_FUNCTION = /(?:^|[^\w-])(?:-webkit-)?(?:image-set|image|src|element|cross-fade|expression)\(/i;

/**
 * What a page may hold of a route's styles: rules below its own markup, which load nothing but pictures of the release.
 * What they say of the page's root stands first: `[data-skin="1"] [data-shell="/draw"] .a`.
 * @returns one sentence for each problem
 */
export function stylesProblems(css: string, path: string): string[] {
  const { selectors, values, urls, problems } = readRules(css);
  const selector = shellSelector(path).replaceAll(/[[\]/]/g, '\\$&');
  const own = new RegExp(
    `^(?:(?::root|html)?\\[data-skin="?[0-2]"?\\] |(?::root|html) )?${selector}(?:$|\\s*>\\s*(?![>+~])| (?![>+~]))`,
  );
  return [
    ...new Set([
      ...sizeProblem(css, shellLimits.stylesBytes, 'styles'),
      ...(/<[/!]/.test(css) ? ['its styles have "<" as the end of an element has it.'] : []),
      ...problems,
      ...selectors
        .filter((each) => !own.test(each))
        .map(
          (each) => `its styles have the selector ${shorten(each)}, which doesn't begin with ${shellSelector(path)}.`,
        ),
      ...values
        .filter((value) => LOADING_FUNCTION.test(value))
        .map((value) => `its styles have ${shorten(value)}: pictures come by url() alone.`),
      ...urls
        .filter((url) => !isPicture(url) && !url.startsWith('#'))
        .map((url) => `its styles load ${shorten(url)}, which isn't a picture of the release.`),
    ]),
  ];
}

function sizeProblem(text: string, most: number, what: string): string[] {
  const { length } = new TextEncoder().encode(text);
  return length > most ? [`its ${what} have ${length} bytes, and may have ${most}.`] : [];
}

const shorten = (text: string): string => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
