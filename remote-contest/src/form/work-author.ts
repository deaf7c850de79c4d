import type { HostServices, Household } from '@fridge/shared-contracts';

/** What is sent of the author and the device with every work (spec sections 3 and 7). */
export function workAuthor({ session, context }: Pick<HostServices, 'session' | 'context'>, { phone, fridgeId }: Household) {
  const { nickName, headImgUrl, fridge } = session.getState();
  return { devicePhone: phone, fridgeId, spec: fridge?.spec || context.spec, nickName, headImgUrl };
}
