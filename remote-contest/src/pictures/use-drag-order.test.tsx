// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDragOrder } from './use-drag-order.ts';

const onMove = vi.fn();

function List() {
  const list = useRef<HTMLUListElement>(null);
  const { drag, handlers } = useDragOrder(list, onMove);
  return (
    <ul ref={list} data-over={drag?.over} {...handlers}>
      {['a', 'b', 'c'].map((name, place) => (
        <li key={name} data-place={place}>
          {name}
          <button type="button">x{name}</button>
        </li>
      ))}
    </ul>
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  onMove.mockClear();
  Element.prototype.setPointerCapture = vi.fn();
  // Three places of 100 px beside each other.
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    return new DOMRect(Number(this.getAttribute('data-place')) * 100, 0, 100, 100);
  });
  render(<List />);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const list = () => screen.getByRole('list');
const down = (name: string, x: number, pointerType: string) =>
  fireEvent.pointerDown(screen.getByText(name), {
    clientX: x,
    clientY: 50,
    pointerId: 1,
    isPrimary: true,
    pointerType,
    button: 0,
    buttons: 1,
  });
const move = (x: number, y = 50, buttons = 1) =>
  fireEvent.pointerMove(list(), { clientX: x, clientY: y, pointerId: 1, buttons });
const up = () => fireEvent.pointerUp(list(), { pointerId: 1 });
const hold = (ms: number) => act(() => vi.advanceTimersByTime(ms));

describe('reordering by drag', () => {
  it('moves what a mouse drags over another place', () => {
    down('a', 50, 'mouse');
    move(70);
    move(250);
    expect(list().dataset['over']).toBe('2');
    up();
    expect(onMove.mock.calls).toEqual([[0, 2]]);
  });

  it('moves what a finger drags after a hold', () => {
    down('c', 250, 'touch');
    hold(220);
    move(50);
    up();
    expect(onMove.mock.calls).toEqual([[2, 0]]);
  });

  it('goes on where a finger loses its own target to the list', () => {
    down('c', 250, 'touch');
    hold(220);
    fireEvent.lostPointerCapture(screen.getByText('c'), { pointerId: 1 });
    move(50);
    up();
    expect(onMove.mock.calls).toEqual([[2, 0]]);
  });

  it('holds a mouse for as long as it is pressed, whatever else touches', () => {
    down('a', 50, 'mouse');
    fireEvent.pointerDown(screen.getByText('b'), {
      clientX: 150,
      clientY: 50,
      pointerId: 2,
      isPrimary: false,
      pointerType: 'touch',
      button: 0,
      buttons: 1,
    });
    move(70);
    move(250);
    up();
    expect(onMove.mock.calls).toEqual([[0, 2]]);
  });

  it.each<[string, () => void]>([
    [
      'a finger that scrolls at once',
      () => (down('a', 50, 'touch'), hold(100), move(50, 90), hold(500), move(250), up()),
    ],
    ['a press that trembles', () => (down('a', 50, 'mouse'), move(55), up())],
    ['a drag that ends where it began', () => (down('a', 50, 'mouse'), move(150), move(60), up())],
    [
      'a drag that the browser takes away',
      () => (down('a', 50, 'mouse'), move(250), fireEvent.pointerCancel(list(), { pointerId: 1 }), up()),
    ],
    [
      'a mouse that was released outside of the list',
      () => (down('a', 50, 'mouse'), move(250, 50, 0), move(150, 50, 0), up()),
    ],
    [
      'a drag whose end was never told',
      () => (
        down('a', 50, 'mouse'),
        move(70),
        move(250),
        fireEvent.lostPointerCapture(list(), { pointerId: 1 }),
        move(150),
        up()
      ),
    ],
    [
      'a finger whose picture is gone by the end of its hold',
      () => {
        vi.mocked(Element.prototype.setPointerCapture).mockImplementationOnce(() => {
          throw new DOMException('', 'NotFoundError');
        });
        down('a', 50, 'touch');
        hold(500);
        move(250);
        up();
      },
    ],
    ['a press on a button', () => (down('xa', 50, 'mouse'), move(250), up())],
  ])('leaves the order alone for %s', (_, press) => {
    press();
    expect(onMove).not.toHaveBeenCalled();
    expect(list().dataset['over']).toBeUndefined();
  });
});
