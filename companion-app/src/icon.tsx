import type { ReactNode, SVGAttributes } from 'react';

export function Icon({
  size = 20,
  ...attributes
}: { size?: number; children: ReactNode } & SVGAttributes<SVGSVGElement>) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...attributes}
    />
  );
}
