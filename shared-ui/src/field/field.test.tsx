// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Field, type FieldProps, leadTo } from './field.tsx';

afterEach(cleanup);

function Form({ initial = '', ...props }: Partial<FieldProps> & { initial?: string }) {
  const [text, setText] = useState(initial);
  return <Field name="name" label="姓名" value={text} onText={setText} problem={null} {...props} />;
}
const input = () => screen.getByRole<HTMLInputElement>('textbox', { name: '姓名' });
const change = (value: string) => fireEvent.change(input(), { target: { value } });
const firstTwo: FieldProps['accept'] = (after) => ({ text: after.slice(0, 2), caret: 1 });

it('takes what `accept` keeps, and puts the caret where it says', () => {
  render(<Form accept={firstTwo} />);
  change('abcd');
  expect([input().value, input().selectionStart]).toEqual(['ab', 1]);
});

it('keeps the caret where `accept` removed what was typed around it', () => {
  render(<Form initial="138" accept={(text) => ({ text: text.replaceAll(' ', '') })} />);
  // A browser sets both before the event.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input(), '1 2 38');
  input().setSelectionRange(4, 4);
  fireEvent.input(input());
  expect([input().value, input().selectionStart]).toEqual(['1238', 2]);
});

it.each([
  ['next', {}, 'city'],
  ['next', { isComposing: true }, 'name'],
  ['done', {}, 'name'],
] as const)(
  '"%s" with %j leads to %s, past what is disabled, and submits nothing then',
  (enterKeyHint, keys, focused) => {
    render(
      <form>
        <Form enterKeyHint={enterKeyHint} />
        <select aria-label="省" disabled />
        <select aria-label="市" name="city" />
      </form>,
    );
    input().focus();
    const goesOn = fireEvent.keyDown(input(), { key: 'Enter', ...keys });
    expect([document.activeElement?.getAttribute('name') ?? 'name', goesOn]).toEqual([focused, focused === 'name']);
  },
);

it('leaves a composition alone until it ends', () => {
  const accept = vi.fn(firstTwo);
  render(<Form initial="你" accept={accept} />);
  fireEvent.compositionStart(input());
  change('你nihao');
  expect([input().value, accept.mock.calls.length]).toEqual(['你nihao', 0]);
  change('你你好');
  fireEvent.compositionEnd(input());
  expect([input().value, accept.mock.calls]).toEqual(['你你', [['你你好', '你']]]);
});

it.each<[string, Partial<FieldProps>, string]>([
  ['nothing', {}, ''],
  ['an error', { problem: '请填写' }, '请填写'],
  ['a note', { note: '1/20' }, '1/20'],
  ['an error and a note', { problem: '请填写', note: '1/20', rows: 2 }, '请填写 1/20'],
])('is described by %s', (_, props, description) => {
  render(<Form {...props} />);
  const ids = input().getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(ids.map((id) => document.querySelector(`[id="${id}"]`)?.textContent).join(' ')).toBe(description);
  expect(input().getAttribute('aria-invalid')).toBe(props.problem === undefined ? null : 'true');
});

it('leads to a control: focus, and its label in view', () => {
  render(<Form />);
  const field = input().closest('[data-lead]');
  const scroll = vi.fn();
  Object.assign(field ?? {}, { scrollIntoView: scroll });
  leadTo(document.querySelector<HTMLElement>('[data-field="name"]'));
  expect([document.activeElement, scroll.mock.calls.length]).toEqual([input(), 1]);
});
