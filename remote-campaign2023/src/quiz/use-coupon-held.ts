import type { HostServices } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { CAMPAIGN_WINDOW } from '../window.ts';
import type { QuizState } from './quiz-machine.ts';

/** Whether the user holds the coupon, by a quiet request or by the quiz. */
export function useCouponHeld(host: HostServices, { phase }: QuizState): boolean {
  const { status, userId, mobile, homeId, fridge } = useStore(host.session);
  const fridgeId = fridge?.fridgeId ?? '';
  const [holder, setHolder] = useState('');
  const found = phase === 'won' || phase === 'leaving';
  if (found && userId !== '' && holder !== userId) setHolder(userId);

  useEffect(() => {
    if (!host.environment.inApp || status !== 'user' || fridgeId === '' || host.windows.stateOf(CAMPAIGN_WINDOW) !== 'open') return undefined;
    const leaving = new AbortController();
    const household = { userId, phone: mobile, fridgeId, homeId };
    void host.requests.call(campaignCalls.isDirect, household, { quiet: true, signal: leaving.signal }).then((answer) => {
      if (answer.ok && answer.data === null) setHolder(userId);
    });
    return () => leaving.abort();
  }, [host, status, userId, mobile, fridgeId, homeId]);

  return userId !== '' && holder === userId;
}
