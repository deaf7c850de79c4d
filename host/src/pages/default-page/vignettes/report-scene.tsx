import { SmallFridge } from './small-fridge.tsx';

/** One night, seen by the fridge's light: each lit window is a time the door was opened. */
export function ReportScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="#1a1446" />
      <path d="M196 60 0 96v104h150Z" fill="#ffd98a" opacity=".16" />
      <path d="M196 66 20 128v72h104Z" fill="#ffd98a" opacity=".2" />
      <path d="M0 168h320v32H0Z" fill="#120d38" />
      <path d="M196 168 150 200H40l90-32Z" fill="#ffd98a" opacity=".34" />
      <rect x="84" y="30" width="92" height="104" rx="8" fill="#0b1030" stroke="#3a3280" strokeWidth="5" />
      <circle cx="152" cy="56" r="12" fill="#ffd98a" />
      <path d="M87 131V98h16v12h14V84h20v22h14V94h22v37Z" fill="#241c60" />
      <path d="M95 106v.01M95 116v.01M123 94v.01M131 104v.01M123 114v.01M160 104v.01M166 114v.01M144 116v.01" stroke="#ffd98a" strokeWidth="4" strokeLinecap="square" />
      <path d="M130 30v104M84 82h92" stroke="#3a3280" strokeWidth="4" strokeLinecap="butt" />
      <path d="M196 62 190 60v106l6 2Z" fill="#ffd98a" />
      <SmallFridge x={194} y={58} height={112} />
    </>
  );
}
