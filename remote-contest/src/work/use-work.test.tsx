// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import { commonCopy } from '@fridge/shared-contracts';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import DetailScreen from '../screens/detail/detail-screen.tsx';

vi.mock('../screens/detail/sample/sample-work.ts', () => {
  throw new Error('the chunk is gone');
});

afterEach(cleanup);

it('offers a retry when the code of the sample work does not load', async () => {
  render(<DetailScreen host={createFakeHost().host} />);
  expect(await screen.findByText(commonCopy['common.retry'])).toBeTruthy();
});
