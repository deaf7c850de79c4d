import type { NativePage } from '../app/app-state.ts';
import { AddDevicePage } from './add-device-page.tsx';
import { LoginPage } from './login-page.tsx';
import { PhotoPicker } from './photo-picker.tsx';
import { SharePanel } from './share-panel.tsx';

/** The app's own pages, the latest on top. */
export function NativePages({ pages }: { pages: readonly NativePage[] }) {
  return pages.map((page, index) => (
    <div key={page.key} inert={index < pages.length - 1}><Shown page={page} /></div>
  ));
}

function Shown({ page }: { page: NativePage }) {
  switch (page.kind) {
    case 'login':
      return <LoginPage onDone={page.finish} />;
    case 'addDevice':
      return <AddDevicePage onDone={page.finish} />;
    case 'photos':
      return <PhotoPicker max={page.max} onDone={page.finish} />;
    case 'share':
      return <SharePanel card={page.card} channels={page.channels} onDone={page.finish} />;
  }
}
