import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** @throws when what is drawn uses chance or the time */
export function drawMarkup(element: ReactNode): string {
  const { random } = Math;
  const { now } = Date;
  Math.random = refuse('Math.random');
  Date.now = refuse('Date.now');
  try {
    return withoutPreloads(renderToStaticMarkup(element));
  } finally {
    Math.random = random;
    Date.now = now;
  }
}

/** React writes them before markup with pictures. */
export const withoutPreloads = (markup: string): string => markup.replace(/^(?:<link rel="preload"[^>]*\/>)+/, '');

const refuse = (name: string) => (): never => {
  throw new Error(`A shell calls ${name}.`);
};
