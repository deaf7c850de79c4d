import { useEffect, useState } from 'react';
import { fill, type WindowService } from '@fridge/shared-contracts';
import { copy } from '../copy.ts';

const DAY_MS = 86_400_000;

/** To the start of a window, ISO time, by the business clock. */
export function Countdown({ start, now, onStart }: { start: string; now: WindowService['now']; onStart: () => void }) {
  const timeLeft = () => Math.max(0, Date.parse(start) - (now() ?? 0));
  const [left, setLeft] = useState(timeLeft);
  useEffect(() => {
    const timer = setInterval(() => {
      setLeft(timeLeft());
      if (timeLeft() === 0) onStart();
    }, 500);
    return () => clearInterval(timer);
  });
  const [, h = '', m = '', s = ''] = new Date(left).toISOString().split(/[T:.]/);
  const text = copy[left < DAY_MS / 24 ? 'host.notStarted.left.minutes' : 'host.notStarted.left.days'];
  return (
    <p role="timer" aria-live="off">
      {copy['host.notStarted.left']}
      <b>{fill(text, { d: Math.floor(left / DAY_MS), h, m, s }).replace(/^0天/, '')}</b>
    </p>
  );
}
