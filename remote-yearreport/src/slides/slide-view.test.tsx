// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { anyReport } from '../testing/any-report.ts';
import { SlideView } from './slide-view.tsx';
import { storyOf } from './slides-of.ts';

// Parsing the drawings of 450 slides takes most of the test's time.
vi.mock('../theme/inline-svg.tsx', () => ({ InlineSvg: () => null, namedImage: () => ({}) }));

afterEach(cleanup);

it('draws any report without a hole in it', () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    for (const slide of storyOf(anyReport(seed))) {
      if (slide.kind === 'end') continue;
      const { container, unmount } = render(<SlideView slide={slide} />);
      expect(container.innerHTML, `${seed}: ${slide.kind}`).not.toMatch(/NaN|Infinity|undefined|\bnull\b|\[object/);
      expect(screen.getByRole('heading').textContent).toBe(slide.title);
      unmount();
    }
  }
});
