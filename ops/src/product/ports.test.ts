import { describe, expect, it } from 'vitest';
import { planPorts } from './ports.ts';

describe('planPorts', () => {
  it('has the default ports of the architecture', () => {
    expect(planPorts(undefined)).toEqual({
      host: 4170,
      remotes: { campaign2023: 4171, draw: 4172, contest: 4173, yearreport: 4174 },
      server: 4180,
      releases: 4182,
      companionApp: 4190,
      operations: 4191,
    });
  });

  it("moves the other ports with the host's", () =>
    expect(planPorts('5170')).toMatchObject({ server: 5180, companionApp: 5190 }));

  it.each(['0', 'abc', '80', '65536', '4170.5', '-1'])('refuses %j with advice', (text) => {
    expect(() => planPorts(text)).toThrow(/1024 to 65500/);
  });
});
