import { type ShellHeader, type ShellProps, windowText } from '@fridge/shared-contracts';
import { useState } from 'react';
import { Card } from './card.tsx';
import { mark } from './mark.ts';
import picture from './picture.svg?no-inline';

const loadLater = () => void import('./later.ts').then(({ later }) => later());

export const header: ShellHeader = { share: true };

export function Shell({ period }: ShellProps) {
  const [text] = useState('only the first screen has this');
  return (
    <Card>
      <img alt="" src={picture} />
      <p style={{ left: 0 }}>{windowText(period)}</p>
      <button type="button" data-action="later" onClick={loadLater}>
        {mark(text)}
      </button>
    </Card>
  );
}

export default function FirstScreen() {
  return <Shell skin={0} inApp isBare period={{ start: null, end: null }} />;
}
