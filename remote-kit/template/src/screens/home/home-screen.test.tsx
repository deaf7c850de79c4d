// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import type { ScreenProps } from '@fridge/shared-contracts';
import { render, screen } from '@testing-library/react';
import { createElement } from 'react';
import { expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import HomeScreen from './home-screen.tsx';

it('draws its heading', () => {
  const { host } = createFakeHost({ declared: release.calls, bridge: release.bridge });
  render(createElement<ScreenProps>(HomeScreen, { host }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(copy['home.heading']);
});
