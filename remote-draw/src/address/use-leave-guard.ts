import type { HostServices } from '@fridge/shared-contracts';
import { useEffect, useRef } from 'react';
import { copy } from '../copy.ts';
import type { AddressDraft } from './use-recipient.ts';

/** Confirms leaving with unsaved changes. */
export function useLeaveGuard(host: HostServices, typed: AddressDraft, start: AddressDraft): { allow: () => void } {
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = !isSame(typed, start);
  }, [typed, start]);
  useEffect(
    () =>
      host.navigation.guard(() =>
        unsaved.current
          ? {
              title: copy['draw.address.leave.title'],
              description: copy['draw.address.leave.desc'],
              confirm: copy['draw.address.leave.confirm'],
              cancel: copy['draw.address.leave.cancel'],
              danger: true,
            }
          : null,
      ),
    [host],
  );
  return {
    /** Call after saving. */
    allow: () => {
      unsaved.current = false;
    },
  };
}

function isSame(one: AddressDraft, other: AddressDraft): boolean {
  const { province, city, district } = one.region;
  const { region } = other;
  return one.name === other.name && one.phone === other.phone && one.detail === other.detail && province === region.province && city === region.city && district === region.district;
}
