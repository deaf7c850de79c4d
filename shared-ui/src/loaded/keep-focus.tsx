import { type HTMLAttributes, useLayoutEffect, useRef } from 'react';

/**
 * A frame that gets the focus when the element that has it is removed from it: a retry that succeeded, an invitation to
 * bind that was followed. Else the focus would go back to the top of the page.
 */
export function KeepFocus(attributes: HTMLAttributes<HTMLDivElement>) {
  const frame = useRef<HTMLDivElement>(null);
  // React reports no blur of an element that it removes.
  const hasFocus = useRef(false);
  useLayoutEffect(() => {
    const { activeElement, body } = document;
    if (hasFocus.current && (activeElement === null || activeElement === body))
      frame.current?.focus({ preventScroll: true });
  });
  return (
    <div
      {...attributes}
      ref={frame}
      tabIndex={-1}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
    />
  );
}
