import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** React writes them before markup with pictures. */
const PRELOADS = /^(?:<link rel="preload"[^>]*\/>)+/;

/** @throws when what is drawn uses chance or the time */
export function drawMarkup(element: ReactNode): string {
  const { random } = Math;
  const { now } = Date;
  Math.random = refuse('Math.random');
  Date.now = refuse('Date.now');
  try {
    return renderToStaticMarkup(element).replace(PRELOADS, '');
  } finally {
    Math.random = random;
    Date.now = now;
  }
}

const refuse = (name: string) => (): never => {
  throw new Error(`A shell calls ${name}.`);
};
