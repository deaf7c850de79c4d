import { SmallFridge } from './small-fridge.tsx';

/** Noon over night: the line between them is a mountain range and a tariff curve at once. */
export function CampaignScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="#ffd36b" />
      <circle cx="196" cy="52" r="62" fill="#ffdf8f" />
      <circle cx="196" cy="52" r="40" fill="#ffe9b0" />
      <circle cx="196" cy="52" r="22" fill="#fff8e2" />
      <path d="M0 128c34 0 44-38 84-38s50 44 92 44 56-58 96-58c26 0 36 16 48 16v108H0Z" fill="#f2a63c" />
      <SmallFridge x={146} y={72} height={76} />
      <path d="M0 150c38 0 50-34 90-34s48 32 84 32 54-46 92-46c28 0 40 14 54 14v84H0Z" fill="#0b2a5b" />
      <path d="M0 178c44 0 62-20 102-20s60 24 98 24 66-24 120-24v42H0Z" fill="#123a78" />
      <path d="M84 136a13 13 0 1 0 12.5 17A11 11 0 0 1 84 136Z" fill="#eaf2ff" />
      <path d="M232 138v.01M264 124v.01M288 146v.01M124 166v.01M218 166v.01" stroke="#eaf2ff" strokeWidth="3" />
    </>
  );
}
