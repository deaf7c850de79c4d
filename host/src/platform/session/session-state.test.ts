import { expect, it } from 'vitest';
import { chooseFridge } from './session-state.ts';

const nothing = { fridgeId: '', sn8: '', spec: '', source: '', ac: '' };
const first = { fridgeId: 'f1', sn8: '00000001', spec: 'big', name: '厨房' };
const second = { fridgeId: 'f2', sn8: '00000002', spec: 'small', name: '车库' };

it.each([
  ['the home has none and the address names none', {}, [], null],
  ['the address names none', {}, [first, second], first],
  ['the address names one of the home', { fridgeId: 'f2' }, [first, second], second],
  ['the address knows better', { fridgeId: 'f2', sn8: '99999999', spec: 'x' }, [first, second], { ...second, sn8: '99999999', spec: 'x' }],
  ['the address names a stranger', { fridgeId: 'f9', sn8: '99999999' }, [first], { fridgeId: 'f9', sn8: '99999999', spec: '', name: '' }],
  ['the address has a model but no fridge', { sn8: '99999999' }, [first], first],
  ['a report link calls it ac', { source: 'meijuReport', ac: 'f2' }, [first, second], second],
  ['another link has an ac', { source: 'else', ac: 'f2' }, [first, second], first],
  ['a report link has both', { source: 'meijuReport', ac: 'f2', fridgeId: 'f1' }, [first, second], first],
])('%s', (_name, context, fridges, chosen) => expect(chooseFridge({ ...nothing, ...context }, fridges)).toEqual(chosen));
