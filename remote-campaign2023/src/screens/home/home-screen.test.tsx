// @vitest-environment happy-dom
import { createFakeHost } from '@fridge/remote-kit/testing';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { release } from '../../../release.config.ts';
import { copy } from '../../copy.ts';
import HomeScreen from './home-screen.tsx';

afterEach(cleanup);

function mount() {
  const fake = createFakeHost({ declared: release.calls, query: { brand: '1', phone: '13900000000' } });
  render(<HomeScreen host={fake.host} />);
  return fake;
}
const guideLink = () => screen.getByRole('link', { name: copy['campaign.home.openGuide'] });

describe('the links of the campaign', () => {
  it('keep the brand in a new tab, and carry nothing personal', () => {
    mount();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/open?brand=1', '/rule?brand=1', '/step?brand=1', '/prize?brand=1',
    ]);
  });

  it('lead to no prize list that does not open', () => {
    const fake = createFakeHost({ declared: release.calls });
    fake.control.opens = (path) => path !== '/prize';
    render(<HomeScreen host={fake.host} />);
    expect(screen.queryByRole('link', { name: copy['campaign.home.prize'] })).toBeNull();
  });

  it('go by the host in this tab, and are counted', () => {
    const fake = mount();
    fireEvent.click(guideLink());
    expect([fake.went, fake.clicks]).toEqual([[['push', '/open']], ['campaign.home.openGuide']]);
  });

  it.each(['metaKey', 'ctrlKey', 'shiftKey', 'altKey'])('are the browser\'s with %s', (key) => {
    const fake = mount();
    const untouched = fireEvent.click(guideLink(), { [key]: true });
    expect([untouched, fake.went]).toEqual([true, []]);
  });
});
