import { type ImgHTMLAttributes, type ReactNode, useState } from 'react';
import { useRetryOnline } from './use-retry-online.ts';

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'onError'> {
  src: string;
  alt: string;
  /** Without an address, or if it doesn't load; says what `alt` says. */
  fallback: ReactNode;
}

/** A picture with a fallback. It is tried again by another address, and when the network is back. */
export function Picture({ src, alt, fallback, ...rest }: PictureProps) {
  const [broken, setBroken] = useState<string | null>(null);
  useRetryOnline(broken === null ? 'ready' : 'failed', () => setBroken(null));
  return src === '' || src === broken ? fallback : <img {...rest} src={src} alt={alt} onError={() => setBroken(src)} />;
}
