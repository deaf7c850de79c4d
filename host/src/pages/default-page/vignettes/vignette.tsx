import type { ReactNode } from 'react';
import { CampaignScene } from './campaign-scene.tsx';
import { ContestScene } from './contest-scene.tsx';
import { DrawScene } from './draw-scene.tsx';
import { KitchenScene } from './kitchen-scene.tsx';
import { ReportScene } from './report-scene.tsx';

const scenes: Record<string, ReactNode> = {
  campaign2023: <CampaignScene />,
  draw: <DrawScene />,
  contest: <ContestScene />,
  yearreport: <ReportScene />,
};

/** A glimpse of an activity's world (look, "Worlds"); one the host doesn't know by name gets the skin's kitchen. */
export function Vignette({ name }: { name: string }) {
  return (
    <svg aria-hidden="true" width="100%" height="100%" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" fill="none" strokeLinecap="round" strokeLinejoin="round" focusable="false">
      {(Object.hasOwn(scenes, name) && scenes[name]) || <KitchenScene />}
    </svg>
  );
}
