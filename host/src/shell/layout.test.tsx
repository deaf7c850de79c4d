// @vitest-environment happy-dom
import { useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { createHeader, Header, type HeaderKeeper } from './header.tsx';
import { renderFirstPage } from './layout.tsx';

function Page({ header }: { header: HeaderKeeper }) {
  useLayoutEffect(() => header.setRoute({ title: '幸运大转盘', tone: { background: '#7a0a1b', ink: '#fff3dc' } }), [header]);
  return <p>大转盘</p>;
}

it('shows the header with the title and the colours of its page from the first frame on', () => {
  const header = createHeader();
  const place = document.createElement('div');
  const root = createRoot(place);
  renderFirstPage(root, <><Header header={header} statusBarHeight={createStore(() => 44)} onBack={() => undefined} onShare={() => undefined} /><Page header={header} /></>);
  expect(place.textContent).toContain('幸运大转盘');
  expect(place.querySelector('header')?.style.getPropertyValue('--header-background')).toBe('#7a0a1b');
  root.unmount();
});
