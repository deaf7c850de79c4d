#!/bin/sh
# All that a change has to pass; it runs on any machine with Node. Publishing: npm run publish, with REMOTE_KIT_KEY set.
set -eu
npm ci
npm run types
npm run lint
npm test
npm run build
npx playwright-core install chromium
npm run check
