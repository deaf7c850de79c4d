import type { HostServices, Skin } from '@fridge/shared-contracts';
import { useEffect, useRef, useState } from 'react';
import { figureOf, type Sentence, type Slide, type SlideKind } from '../slides/slide-model.ts';
import { copy } from '../copy.ts';
import styles from './end-slide.module.css';
import { createPoster } from './poster.ts';
import { POSTER_SIZE } from './poster-qr.ts';
import { SHARE_PATH, sharedBrand, shareLink } from './report-sharing.ts';

const DRAW_AFTER_MS = 900;

/**
 * The poster, large in a dialog for a long press (copy deck 6.16). Has the user's headline and the landing page's link,
 * and nothing that identifies them.
 */
export function PosterEntry({
  host,
  skin,
  slides,
  keywords,
  active,
}: {
  host: HostServices;
  skin: Skin;
  slides: readonly Slide[];
  keywords: readonly string[];
  active: boolean;
}) {
  const place = useRef<HTMLSpanElement>(null);
  const [picture, setPicture] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const { Dialog } = host.feedback;
  const needed = active && picture === null;

  useEffect(() => {
    if (!needed || place.current === null) return undefined;
    const style = getComputedStyle(place.current);
    let left = false;
    const timer = setTimeout(() => {
      const link = shareLink(host.navigation.hrefOf(SHARE_PATH), window.location.href, sharedBrand(host.context, skin));
      void createPoster({ headline: headlineOf(slides)?.parts ?? null, keywords, link }, style)
        .catch(() => null)
        .then((drawn) => left || setPicture(drawn));
    }, DRAW_AFTER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [host, skin, slides, keywords, needed]);

  const show = () => {
    host.tracking.click('report.end.poster');
    setOpen(true);
  };
  return (
    <>
      <span ref={place} hidden />
      {picture && (
        <button type="button" className={styles.poster} onClick={show}>
          <img src={picture} alt={copy['report.poster.alt']} draggable={false} decoding="sync" />
        </button>
      )}
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={copy['report.docTitle']}
        closeLabel={copy['report.poster.close.aria']}
        shape="card"
      >
        <div className={styles.sheet}>
          {picture && <img src={picture} alt={copy['report.poster.alt']} {...POSTER_SIZE} decoding="sync" />}
          <p>{copy['report.poster.hint']}</p>
        </div>
      </Dialog>
    </>
  );
}

/** Slides for the poster, best first. */
const ORDER: readonly SlideKind[] = ['open', 'register', 'func', 'latest', 'earliest', 'favTime', 'diet', 'temp'];

/** Of the best slide with a figure; `null` without one. */
export function headlineOf(slides: readonly Slide[]): Sentence | null {
  for (const kind of ORDER) {
    const slide = slides.find((one) => one.kind === kind);
    const lead = slide?.sentences.find((line) => line.lead && figureOf(line) !== null);
    if (lead) return lead;
  }
  return null;
}
