import { Card } from './card.tsx';
import { mark } from './mark.ts';

export default function SecondScreen() {
  return <Card>{mark('only the second screen has this')}</Card>;
}
