import type { ComponentType } from 'react';
import type { DialogProps, Store } from '@fridge/shared-contracts';
import { useStore } from '@fridge/shared-ui';

/** A `Dialog` for one visit: it closes when the visit ends, though its screen may stand a moment longer. */
export function dialogOfVisit(Dialog: ComponentType<DialogProps>, ended: Store<boolean>): ComponentType<DialogProps> {
  function VisitDialog(props: DialogProps) {
    const isOver = useStore(ended);
    return <Dialog {...props} open={props.open && !isOver} />;
  }
  return Object.freeze(VisitDialog);
}
