// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { useWork } from './use-work.ts';

vi.mock('../sample/sample-work.ts', () => {
  throw new Error('the chunk is gone');
});

afterEach(cleanup);

class Caught extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError = () => ({ failed: true });
  override render = () => (this.state.failed ? <p>the host’s own retry</p> : this.props.children);
}

function Work() {
  return <p>{useWork(createFakeHost().host, '').read.status}</p>;
}

it('leaves a sample whose code does not come to the host, whose retry takes it from new addresses', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  render(<Caught><Work /></Caught>);
  expect(await screen.findByText('the host’s own retry')).toBeTruthy();
});
