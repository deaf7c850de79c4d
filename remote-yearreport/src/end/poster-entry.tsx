import type { HostServices, Skin } from '@fridge/shared-contracts';
import { useEffect, useRef, useState } from 'react';
import { copy as pageCopy } from '../copy.ts';
import { copy } from '../story-copy.ts';
import { textOf } from '../slides/sentence.ts';
import type { Slide } from '../slides/slide-model.ts';
import styles from './end-slide.module.css';
import { headlineOf } from './headline.ts';
import { drawPoster, type PosterColours, type PosterContent } from './poster.ts';
import { POSTER_SIZE } from './poster-size.ts';
import { SHARE_PATH, sharedBrand, shareLink } from './share-link.ts';

export interface PosterEntryProps {
  host: HostServices;
  skin: Skin;
  slides: readonly Slide[];
  /** The end page is shown: until then no poster is drawn. */
  active: boolean;
}

/**
 * The picture to share, small on the end page and large to be saved by a long press (copy deck 6.16). It says the
 * user's own headline and leads to the landing page; no name, and nothing that tells who they are.
 */
export function PosterEntry({ host, skin, slides, active }: PosterEntryProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [drawn, setDrawn] = useState<{ skin: Skin; picture: string } | null>(null);
  const [open, setOpen] = useState(false);
  const { Dialog } = host.feedback;
  const needed = active && drawn?.skin !== skin;

  useEffect(() => {
    if (!needed || place.current === null) return undefined;
    const { current } = place;
    let left = false;
    // After the entrance: drawing takes a moment, and nobody taps it before.
    const later = setTimeout(() => {
      const link = shareLink(host.navigation.hrefOf(SHARE_PATH), window.location.href, sharedBrand(host.context, skin));
      void pictureOf(contentOf(slides, link), current).then((picture) => {
        if (picture !== null && !left) setDrawn({ skin, picture });
      });
    }, 900);
    return () => {
      left = true;
      clearTimeout(later);
    };
  }, [host, skin, slides, needed]);

  const show = () => {
    host.tracking.click('report.end.poster');
    setOpen(true);
  };
  return (
    <>
      <span ref={place} hidden />
      {drawn && <button type="button" className={styles.poster} onClick={show}><img src={drawn.picture} alt={copy['report.poster.alt']} draggable={false} decoding="async" /></button>}
      <Dialog open={open && drawn !== null} onClose={() => setOpen(false)} title={pageCopy['report.docTitle']} closeLabel={copy['report.poster.close.aria']} shape="card">
        <div className={styles.sheet}>
          {drawn && <img src={drawn.picture} alt={copy['report.poster.alt']} width={POSTER_SIZE.width} height={POSTER_SIZE.height} />}
          <p>{copy['report.poster.hint']}</p>
        </div>
      </Dialog>
    </>
  );
}

function contentOf(slides: readonly Slide[], link: string): PosterContent {
  const lead = headlineOf(slides);
  const [before = '', figure = '', ...after] = lead?.parts ?? [];
  const end = slides.find((slide) => slide.kind === 'end');
  return {
    title: copy['host.card.report.title'],
    headline: lead && [before, figure, after.join('')],
    keywords: end?.keywords.slice(0, 4) ?? [],
    wish: end?.sentences.map(textOf).join('') ?? '',
    scan: copy['report.poster.scan'],
    link,
  };
}

/** A data URL, since WeChat's long press acts on pictures alone; `null` where the browser refuses a canvas. */
async function pictureOf(content: PosterContent, place: Element): Promise<string | null> {
  const canvas = document.createElement('canvas');
  canvas.width = POSTER_SIZE.width;
  canvas.height = POSTER_SIZE.height;
  const brush = canvas.getContext('2d');
  if (brush === null) return null;
  const style = getComputedStyle(place);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const colours: PosterColours = {
    skyTop: colour('--sky-top'), skyLow: colour('--sky-low'), skyEdge: colour('--sky-edge'), text: colour('--text'), quiet: colour('--quiet'), gold: colour('--gold'),
    body: colour('--fridge-body'), bodyShade: colour('--fridge-body-shade'), handle: colour('--fridge-handle'), display: colour('--fridge-display'), counter: colour('--counter-front'),
  };
  drawPoster(brush, content, colours, style.fontFamily);
  // Encoded off the main thread; the end page goes on moving meanwhile.
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  // Phones count every canvas' memory until it is collected (3.4 MB here).
  canvas.width = 0;
  return file && dataUrlOf(file);
}

function dataUrlOf(file: Blob): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => resolve(typeof reader.result === 'string' ? reader.result : null));
    reader.readAsDataURL(file);
  });
}
