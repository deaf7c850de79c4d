import type { Locator } from '@playwright/test';
import { qrModules } from '../../remote-yearreport/src/end/poster-qr.ts';

/**
 * Whether the code on a poster is a link's: every one of its modules is looked up in the picture as it is shown, after
 * JPEG's losses.
 * @param poster the large picture, whose own size is the canvas'
 */
export async function readsOnPoster(poster: Locator, link: string): Promise<boolean> {
  const modules = qrModules(link).map(({ dark, x, y, side }) => ({
    dark,
    x: Math.floor(x + side / 2),
    y: Math.floor(y + side / 2),
  }));
  const light = await poster.evaluate((image: HTMLImageElement, places) => {
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    if (brush === null) throw new Error('The page gives no canvas.');
    brush.drawImage(image, 0, 0);
    return places.map(({ x, y }) => {
      const [red = 0, green = 0, blue = 0] = brush.getImageData(x, y, 1, 1).data;
      return red + green + blue;
    });
  }, modules);
  return modules.every(({ dark }, at) => dark === (light[at] ?? 0) < 382);
}
