// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useWork } from './use-work.ts';

vi.mock('../screens/detail/sample/sample-work.ts', () => {
  throw new Error('the chunk is gone');
});

afterEach(cleanup);

const { host } = createFakeHost();

function Work() {
  return <p>{useWork(host, '').read.status}</p>;
}

it('says of a sample whose code does not come that it failed, so that the page offers its retry', async () => {
  render(<Work />);
  expect(await screen.findByText('failed')).toBeTruthy();
});
