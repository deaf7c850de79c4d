// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { EndedPage, NotStartedPage } from './state-pages.tsx';

afterEach(cleanup);

describe('a closed period', () => {
  it('names its dates in Shanghai, whatever the offset they were written in', () => {
    const { container, rerender } = render(<NotStartedPage start="2023-07-17T01:00:00Z" onOthers={() => {}} />);
    expect(container.textContent).toContain('活动将于2023年7月17日 09:00开启，敬请期待');
    rerender(<EndedPage end="2023-08-31T23:59:59+08:00" onOthers={() => {}} />);
    expect(container.textContent).toContain('本次活动已于2023年8月31日 23:59结束，感谢您的参与');
  });

  it.each([null, '', 'soon'])('names none when it is %j', (bound) => {
    const { container, rerender } = render(<NotStartedPage start={bound} onOthers={() => {}} />);
    expect(container.querySelector('p')).toBeNull();
    rerender(<EndedPage end={bound} onOthers={() => {}} />);
    expect(container.querySelector('p')).toBeNull();
  });
});
