import { Fridge } from '@fridge/shared-ui';
import { Layer } from './layer.tsx';
import places from './places.module.css';
import { Plant } from './things.tsx';

/** The fridge's own drawing, so that the ribbon lies on it. */
const FRIDGE_BOX = '-8 0 264 330';

/** The day it moved in: a ribbon around it, the box it came in beside it. */
export function MeetingScene() {
  return (
    <>
      <div className={places.meeting}>
        <Fridge mood="proud" />
        <Layer motion="fade" delay={500} viewBox={FRIDGE_BOX}><path d="M56 236h122v20H56Z" fill="var(--ribbon)" /><path d="M56 240h122" stroke="#fff" strokeOpacity=".4" strokeWidth="2" /></Layer>
        <Layer motion="pop" delay={760} viewBox={FRIDGE_BOX}>
          <path d="M112 240q-46-42-50-10 0 26 50 18ZM112 240q46-42 50-10 0 26-50 18ZM106 248l-22 40 16-6 6 12 12-42ZM120 248l22 40-16-6-6 12-12-42Z" fill="var(--ribbon)" />
          <path d="M76 228q16-4 30 12M148 228q-16-4-30 12" stroke="#fff" strokeOpacity=".45" strokeWidth="3" /><circle cx="112" cy="244" r="11" fill="var(--ribbon)" /><circle cx="112" cy="244" r="11" fill="#fff" opacity=".3" />
        </Layer>
      </div>
      <Layer motion="rise" delay={180}>
        <path d="M22 268h108v72H22Z" fill="#c98f5a" /><path d="M22 268h30v72H22Z" fill="#a8703f" /><path d="m52 268-38-20 18-16 38 36ZM130 268l34-18-14-18-38 36Z" fill="#dba671" />
        <path d="M82 268h16v30H82Z" fill="#f1d3a4" /><path d="M66 318h12M66 328h24" stroke="#7b4c25" strokeWidth="3" />
        <Plant x={166} />
      </Layer>
    </>
  );
}
