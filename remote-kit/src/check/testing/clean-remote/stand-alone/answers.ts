import { type FakeHost, given } from '@fridge/remote-kit/testing';
import { listPlaces } from '../src/calls.ts';

export default function prepare(fake: FakeHost): void {
  fake.answer(listPlaces, given({ places: ['by the river', 'in the park'] }));
}
