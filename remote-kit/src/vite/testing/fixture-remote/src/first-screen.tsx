import { useState } from 'react';
import { Card } from './card.tsx';
import { mark } from './mark.ts';

const loadLater = () => void import('./later.ts').then(({ later }) => later());

export default function FirstScreen() {
  const [text] = useState('only the first screen has this');
  return (
    <Card>
      <button type="button" onClick={loadLater}>
        {mark(text)}
      </button>
    </Card>
  );
}
