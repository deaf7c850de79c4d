import { describe, expect, it } from 'vitest';
import { planPorts } from './ports.ts';

describe('planPorts', () => {
  it('gives the ports of the architecture by default', () => {
    expect(planPorts(undefined)).toEqual({
      host: 4170,
      remotes: { campaign2023: 4171, draw: 4172, contest: 4173, yearreport: 4174 },
      server: 4180,
      companionApp: 4190,
    });
  });

  it('moves the rest with the host', () => expect(planPorts('5170')).toMatchObject({ server: 5180, companionApp: 5190 }));

  it.each(['0', 'abc', '80', '65536', '4170.5', '-1'])('refuses %j and says what to give', (text) => {
    expect(() => planPorts(text)).toThrow(/1024 to 65500/);
  });
});
