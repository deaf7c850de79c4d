import {
  CARDS_MARKER,
  DOWNLOAD_MARKER,
  hostShellNames,
  type HostShells,
  hostShellsSchema,
  TOLD_MARKER,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';

const moreOf = (name: string): string => {
  if (name === 'hall') return CARDS_MARKER;
  if (name === 'offlineTold') return TOLD_MARKER;
  return /share/i.test(name) ? `<a href="${DOWNLOAD_MARKER}"></a>` : '';
};

const perSkin = (write: (skin: number) => string) => [0, 1, 2].map(write);

/** What a host's build has in `shells.json`: of each page its name and skin, and when its route begins. */
export const testShells: HostShells = v.parse(hostShellsSchema, {
  styles: perSkin((skin) => `:root{--color-background:#00000${skin}}`),
  frames: Object.fromEntries(
    ['plain', 'toned', 'share', 'share overlay toned'].map((key) => [
      key,
      `<header class="${key}">%title%</header><main aria-label="%title%">%screen%</main>`,
    ]),
  ),
  pages: Object.fromEntries(
    hostShellNames.map((name) => [
      name,
      {
        title: `${name} title`,
        markup: perSkin((skin) => `<p>${name} ${skin} <time data-fill="window.start"></time></p>${moreOf(name)}`),
      },
    ]),
  ),
  notice: { markup: `<p role="status">${TOLD_MARKER}</p>`, styles: '.notice{}' },
  cards: Object.fromEntries(
    ['lead open picture description', 'lead notStarted'].map((key) => [
      key,
      `<li>${key}|${['path', 'title', 'description'].map((part) => `%card.${part}%`).join('|')}|${key.includes('picture') ? '%card.picture%#skin-0' : ''}</li>`,
    ]),
  ),
});
