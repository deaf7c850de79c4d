import { describe, expect, it } from 'vitest';
import { markupProblems, routeName, shellLimits, shellSelector, stylesProblems } from './shell-rules.ts';

const scope = shellSelector('/draw');

it.each([
  ['/', 'home'],
  ['/draw', 'draw'],
  ['/draw/rule', 'draw-rule'],
])('the ids of %s begin with %s', (path, name) => expect(routeName(path)).toBe(name));

describe('markup', () => {
  it.each([
    ['nothing', ''],
    ['text and its entities', 'a &amp; b &lt;c&gt; &quot;d&quot; &#x27;e&#x27;'],
    ['links within the product', '<a href="/prize?a=b&amp;c=%20">x</a><a href="#draw-a">x</a><a href="/">x</a>'],
    ['pictures', '<img src="%release%/assets/a-1.webp" alt=""/><img alt="" src="data:image/png;base64,AA=="/>'],
    ['a picture in sizes', '<img alt="" srcSet="%release%/assets/a.webp 1x, %release%/assets/b.webp 2x"/>'],
    ['a drawing', '<svg viewBox="0 0 1 1" aria-hidden="true"><path d="M0 0" fill="url(#draw-a)"></path></svg>'],
    ['a drawing as files have it', '<svg viewBox="0 0 1 1">\n  <path d="M0 0"\n    fill="none" />\n</svg>'],
    ['an id of the route', '<h1 id="draw-title" class="a b" tabindex="-1">x</h1>'],
    ['fills', '<time data-fill="windows.draw.end"></time><time data-fill="window.period"></time>'],
    ['a button', '<button type="button" data-action="draw.wheel.spin" data-activation="" disabled="">x</button>'],
    ['as much as there may be', 'x'.repeat(shellLimits.markupBytes)],
  ])('may be %s', (_, html) => expect(markupProblems(html, '/draw')).toEqual([]));

  it.each([
    ['more than there may be', `字${'x'.repeat(shellLimits.markupBytes - 2)}`, '24577 bytes'],
    ['a script', '<script></script>', '<script>'],
    ['a script in a drawing', '<svg><script></script></svg>', '<script>'],
    ['HTML in a drawing', '<svg><p></p></svg>', '<p>'],
    ['a style element', '<style></style>', '<style>'],
    ['an element in capitals', '<SCRIPT></SCRIPT>', '<SCRIPT>'],
    ['a frame', '<iframe src="/"></iframe>', '<iframe>'],
    ['a field', '<input value=""/>', "isn't as React writes it"],
    ['a form', '<form></form>', '<form>'],
    ['a base', '<base href="/"/>', "isn't as React writes it"],
    ['a drawing that changes itself', '<svg><set></set></svg>', '<set>'],
    ['foreign content', '<svg><foreignObject></foreignObject></svg>', '<foreignObject>'],
    ['a handler', '<p onclick="x">a</p>', 'onclick'],
    ['a handler in a drawing', '<svg onLoad="x"></svg>', 'onLoad'],
    ['a style attribute', '<p style="top:0">a</p>', 'style'],
    ['a style attribute in a drawing', '<svg style="top:0"></svg>', 'style'],
    ['another address', '<a href="https://elsewhere.example/">x</a>', 'href'],
    ['an address of another host', '<a href="//elsewhere.example">x</a>', 'href'],
    ['one that browsers read so', '<a href="/\t/elsewhere.example">x</a>', 'href'],
    ['one with a backslash', '<a href="/\\elsewhere.example">x</a>', 'href'],
    ['a script as an address', '<a href="javascript:x">x</a>', 'href'],
    ['a script behind an entity', '<a href="&#106;avascript:x">x</a>', "isn't as React writes it"],
    ['a form that the button has', '<button type="button" formaction="/x">x</button>', 'formaction'],
    ['a picture from elsewhere', '<img alt="" src="https://elsewhere.example/a.png"/>', 'src'],
    ['a picture of another release', '<img alt="" src="%release%/../a.png"/>', 'src'],
    ['a picture from elsewhere in sizes', '<img alt="" srcSet="%release%/a.png, //x/a.png 2x"/>', 'srcSet'],
    ['a drawing from elsewhere', '<svg><use href="/a.svg#b"></use></svg>', 'href'],
    ['a drawing that loads', '<svg><path fill="url(//x/a)"></path></svg>', 'fill'],
    ['an id of another route', '<p id="prize-a">x</p>', 'id'],
    ["the page's own", '<div data-shell="/prize"></div>', 'data-shell'],
    ['an unknown fill', '<time data-fill="windows.draw.now"></time>', 'data-fill'],
    ['a fill with content', '<time data-fill="windows.draw.end">x</time>', 'data-fill'],
    ['a fill elsewhere', '<span data-fill="windows.draw.end"></span>', 'data-fill'],
    ['an action that is no button', '<a href="/" data-action="spin">x</a>', 'data-action'],
    ['an activation alone', '<button type="button" data-activation="">x</button>', 'data-activation'],
    ['a comment', '<!-- x -->', "isn't as React writes it"],
    ['an attribute twice', '<p class="a" CLASS="b">x</p>', "isn't as React writes it"],
    ['an attribute without quotes', '<p class=a>x</p>', "isn't as React writes it"],
    ['an end without a beginning', 'a</div>', "isn't as React writes it"],
    ['a beginning without an end', '<div>a', "doesn't close its <div>"],
    ['an element closed twice over', '<div/>', "isn't as React writes it"],
    ['U+0000', 'a\0b', "isn't as React writes it"],
  ])('may not be %s', (_, html, problem) => {
    const problems = markupProblems(html, '/draw');
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('tells each problem once', () =>
    expect(markupProblems('<p onclick="x"></p><p onclick="y"></p><form></form>', '/draw')).toHaveLength(2));
});

describe('styles', () => {
  it.each([
    ['nothing', ''],
    ['rules below the markup', `${scope} .a{top:0}${scope}>.b::before,${scope} .c:is(.d,.e){content:"}{;\\201c"}`],
    ['the markup itself', `${scope}{--a:1px}`],
    ['a skin', `[data-skin="1"] ${scope} .a{top:0}:root[data-skin="2"] ${scope} .a{top:0}:root ${scope}{--a:0}`],
    ['conditions', `@media (min-width:1px){@supports (top:0){${scope} .a{top:0}}}`],
    ['layers', `@layer a,b;@layer a{${scope} .a{top:0}}`],
    ['keyframes', `@keyframes a{0%,50%{top:0}to{top:1px}}@-webkit-keyframes b{to{top:0}}`],
    ['pictures', `${scope} .a{background:url(%release%/assets/a-1.svg),url("data:image/svg+xml,%3csvg/>"),url(#a)}`],
    ['names with escapes', `${scope} .a\\:b\\,c{top:0}`],
    ['as much as there may be', `${scope}{--a:${'x'.repeat(shellLimits.stylesBytes - scope.length - 6)}}`],
  ])('may be %s', (_, css) => expect(stylesProblems(css, '/draw')).toEqual([]));

  it.each([
    [
      'more than there may be',
      `${scope}{--a:${'x'.repeat(shellLimits.stylesBytes - scope.length - 5)}}`,
      '32769 bytes',
    ],
    ['a rule for the page', 'body{top:0}', 'the selector body'],
    ['a rule for another route', '[data-shell="/draw/rule"] .a{top:0}', 'the selector'],
    ['a list of which one strays', `${scope} .a,.b{top:0}`, 'the selector .b'],
    ['a rule of which one strays in a condition', '@media print{.b{top:0}}', 'the selector .b'],
    ['what stands beside the markup', `${scope}~.a{top:0}`, 'the selector'],
    ['what stands beside it, by a space', `${scope} ~ .a{top:0}`, 'the selector'],
    ['what stands beside it, by a class', `${scope}.a+.b{top:0}`, 'the selector'],
    ['a root with more', `:root:has(.a) ${scope} .b{top:0}`, 'the selector'],
    ['another address', `${scope} .a{background:url(https://elsewhere.example/a.png)}`, 'https://elsewhere.example'],
    ['one in capitals', `${scope} .a{background:URL( 'https://elsewhere.example' )}`, 'https://elsewhere.example'],
    ['one behind an escape', `${scope} .a{background:u\\72l(//x/a.png)}`, 'which shells may not have'],
    ['one that no url() can have', `${scope} .a{background:url(//x/\\61.png)}`, "can't be read"],
    ['one that a property keeps', `${scope}{--a:url(//x/a.png)}`, '//x/a.png'],
    ['one without url()', `${scope} .a{background:image-set("//x/a.png" 1x)}`, 'pictures come by url() alone'],
    ['a document as data', `${scope} .a{background:url(data:text/html,a)}`, 'data:text/html'],
    ['an import', '@import "a.css";', '@import'],
    ['an import by url()', '@import url(a.css);', '@import'],
    ['a font', '@font-face{font-family:a;src:url(%release%/a.woff2)}', '@font-face'],
    ['a charset', '@charset "utf-8";', '@charset'],
    ['a property', '@property --a{syntax:"*"}', '@property'],
    ['nested rules', `${scope} .a{.b{top:0}}`, 'which shells may not have'],
    ['a comment', `/**/${scope}{top:0}`, "can't be read"],
    ['the end of its element', `${scope} .a{content:"</style>"}`, 'the end of an element'],
    ['a string without an end', `${scope} .a{content:"a}`, "can't be read"],
    ['a bracket without an end', `${scope} :is(.a,body{top:0}`, "brackets that don't match"],
    ['a bracket too many', `${scope} .a{top:0}}`, "brackets that don't match"],
    ['a block without an end', `${scope} .a{top:0`, "end before they're complete"],
    ['what is no declaration', `${scope} .a{top}`, 'which shells may not have'],
  ])('may not be %s', (_, css, problem) => {
    const problems = stylesProblems(css, '/draw');
    expect(problems.join('\n')).toContain(problem);
  });
});
