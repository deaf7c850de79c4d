import { issueAccessToken } from '@fridge/server';
import type { Cloud } from '../fixtures/native-app.ts';
import type { Household } from '../households.ts';

const TOKEN_LIFE_MS = 60 * 60 * 1000;

/** A customer of this site, who may have the coupon. */
export const customer: Household = {
  userId: 'C20001',
  nickName: '林晓',
  headImgUrl: '',
  mobile: '13800138000',
  homeId: 'H20001',
  fridges: [{ fridgeId: 'F20001', sn8: '0000A001', spec: 'BCD-501', name: '智能冰箱' }],
  description: '',
};

/** What the cloud exports of a household, for `households import`. */
export function exportedLines({ userId, nickName, mobile, homeId, fridges }: Household): string {
  const rows = [
    {
      account: {
        userId,
        phone: mobile,
        nickName,
        grid: 'jiangsu',
        supply: 'lowVoltageResidential',
        realNameVerified: true,
      },
    },
    { home: { homeId, userId } },
    ...fridges.map((fridge) => ({ fridge: { ...fridge, homeId } })),
    { deviceConfig: { sn: '0A001', highBrand: 0, devType: 'sub' } },
  ];
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

export const tokenOf = (userId: string, cloudKey: string): Promise<string> =>
  issueAccessToken({ userId, scope: 'full', expiresAt: Date.now() + TOKEN_LIFE_MS }, cloudKey);

/** The central cloud, whose tokens a site believes by their key alone. */
export const cloudOf =
  (cloudKey: string): Cloud =>
  async (asked, { userId, nickName, headImgUrl, mobile, homeId, fridges }) => {
    switch (asked) {
      case 'profile':
        return { userId, nickName, headImgUrl, mobile };
      case 'home':
        return { homeId, fridges };
      case 'login':
        return { accessToken: await tokenOf(userId, cloudKey) };
      case 'addDevice':
        throw new Error('Nobody adds a device here.');
    }
  };
