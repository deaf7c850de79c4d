import { fault, type VisitRule } from '../rule.ts';

/** The remote's stylesheets leave the host's own elements as they are. */
export const outsideStyles: VisitRule = async ({ page, stage: { remoteUrl } }) => {
  const changed = (await page.look(findOutsideStyles, remoteUrl)) ?? [];
  return changed.length === 0
    ? []
    : [
        fault(
          'styles',
          `its stylesheet changes the host's own elements: ${changed.join('; ')}`,
          'Style your own classes only (CSS modules): a stylesheet holds for the whole page.',
        ),
      ];
};

/**
 * In the page: properties of the host's own elements that the remote's stylesheets change, found by taking the sheets
 * away for a moment. Sizes and places follow from the content and don't count.
 */
function findOutsideStyles(remoteOrigin: string): string[] {
  const FOLLOWS =
    /^(?:(?:min-|max-)?(?:width|height|block-size|inline-size)|perspective-origin|transform-origin|top|right|bottom|left|inset.*|margin.*|grid-template.*|-webkit-locale)$/;
  const elements = [...document.querySelectorAll('html, body, body *')].filter(
    (element) => element.parentElement?.closest('#main') == null,
  );
  const sheets = [...document.styleSheets].filter(({ href }) => href?.startsWith(`${remoteOrigin}/`));
  const read = (disabled: boolean) => {
    for (const sheet of sheets) sheet.disabled = disabled;
    return new Map(
      elements.map((element) => {
        const style = getComputedStyle(element);
        return [element, Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)]))];
      }),
    );
  };
  const without = read(true);
  const withSheets = read(false);
  const isChanged = (element: Element | null, name: string) =>
    element !== null && withSheets.get(element)?.[name] !== without.get(element)?.[name];
  const changed = elements.flatMap((element) =>
    Object.entries(withSheets.get(element) ?? {})
      .filter(([name]) => isChanged(element, name) && !FOLLOWS.test(name) && !isChanged(element.parentElement, name))
      .map(([name, value]) => {
        const shown = element.id ? `#${element.id}` : element.tagName.toLowerCase();
        return `${shown} { ${name}: ${value} }, without your sheet ${without.get(element)?.[name]}`;
      }),
  );
  return [...new Set(changed)].slice(0, 6);
}
