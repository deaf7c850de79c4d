import { SmallFridge } from './small-fridge.tsx';

/** The skin's own kitchen, for an activity without a known world. */
export function KitchenScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="var(--color-line)" />
      <path d="M0 150h320v50H0Z" fill="var(--color-surface)" />
      <path d="M150 50 20 200h120Z" fill="var(--fridge-light)" opacity=".7" />
      <SmallFridge x={142} y={40} height={124} />
    </>
  );
}
