import { FridgeFace } from './fridge-face.tsx';
import { Handle } from './fridge-cabinet.tsx';
import styles from './fridge.module.css';

export function AjarDoor({ id }: { id: string }) {
  return (
    <>
      <defs>
        <radialGradient id={`${id}beam`} cx="86" cy="128" r="150" gradientUnits="userSpaceOnUse">
          <stop stopColor="var(--light)" stopOpacity=".95" />
          <stop offset=".45" stopColor="var(--light)" stopOpacity=".42" />
          <stop offset="1" stopColor="var(--light)" stopOpacity="0" />
        </radialGradient>
        <filter id={`${id}soft`} x="-40%" y="-20%" width="180%" height="140%"><feGaussianBlur stdDeviation="8" /></filter>
      </defs>
      <path d="M72 24h60v170H60a4 4 0 0 1-4-4V40a16 16 0 0 1 16-16Z" fill="var(--light)" />
      <path d="M64 30h30v158H64Z" fill="#fff" opacity=".55" />
      <path d="M59 80h30M59 134h30" stroke="var(--shade)" strokeWidth="1.75" />
      <path d="M65 79V66.5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2V79M67.5 64.5v-4h5v4M64 133v-11a3 3 0 0 1 3-3h10v14" fill="#fff" fillOpacity=".5" stroke="var(--shade)" strokeWidth="1.75" />
      <g className={styles.light}>
        <path d="M86 44-80 6v312l112 6 54-138Z" fill={`url(#${id}beam)`} filter={`url(#${id}soft)`} />
      </g>
      <path d="M97 18.5a11 11 0 0 0-14 10.5v162a9 9 0 0 0 12 9Z" fill="var(--shade)" />
      <path d="M97 18.5a11 11 0 0 0-14 10.5v162a9 9 0 0 0 12 9Z" fill="var(--light)" opacity=".65" />
      <path d="m164 24.2-65-6.6A10.5 10.5 0 0 0 87.5 28v165.5a9 9 0 0 0 10 9L174.4 194a4 4 0 0 0 3.6-4V40a16 16 0 0 0-14-15.8Z" fill={`url(#${id}body)`} stroke="var(--shade)" strokeWidth="1.75" />
      <path d="M91.5 180V30.5a8.5 8.5 0 0 1 9.5-8.5l44 4.5" stroke="#fff" strokeWidth="1.75" opacity="var(--gleam)" />
      <g transform="translate(44 0) scale(.76 1)"><FridgeFace mood="ajar" /></g>
      <Handle x={96} y={94} height={92} />
    </>
  );
}
