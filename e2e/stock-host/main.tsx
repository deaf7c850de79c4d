import type { ActivityModule } from '@fridge/shared-contracts';
import { createFakeHost } from '@fridge/remote-kit/testing';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';

/** The container by its name, from the `remotes` of vite.config.ts. */
const { default: activity } = await import('draw/activity');
const Screen = lazy(screenAt(activity, window.location.pathname));

const element = document.getElementById('screen');
if (element)
  createRoot(element).render(
    <Suspense>
      <Screen host={createFakeHost().host} />
    </Suspense>,
  );

function screenAt({ screens }: ActivityModule, path: string) {
  const load = screens[path];
  if (load === undefined) throw new Error(`The remote has no screen at ${path}.`);
  return load;
}
