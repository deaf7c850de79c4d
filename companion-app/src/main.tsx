import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createCompanionApp, mirrorInAddressBar } from './app/companion-app.ts';
import { AppContext } from './app/use-app.ts';
import { APP_SETTINGS_ELEMENT_ID, readAppSettings } from './settings/app-settings.ts';
import { readStartOptions } from './settings/start-options.ts';
import { Workbench } from './workbench.tsx';
import './base.css';

const settings = readAppSettings(document.getElementById(APP_SETTINGS_ELEMENT_ID)?.textContent ?? '');
const app = createCompanionApp(settings);
app.start(readStartOptions(location.search));
mirrorInAddressBar(app.state);

const root = document.getElementById('root');
if (!root) throw new Error('index.html lacks <div id="root">.');
createRoot(root).render(
  <StrictMode>
    <AppContext value={app}>
      <Workbench />
    </AppContext>
  </StrictMode>,
);
