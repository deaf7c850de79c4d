#!/bin/sh
# All that a change has to pass, on any machine with Node 20.19 or later and a Chromium or Chrome (CHROMIUM_PATH).
# To publish afterwards: npm run publish, with the team's key in REMOTE_KIT_KEY.
set -eu
npm ci
npm run types
npm run lint
npm test
npm run build
npm run check
