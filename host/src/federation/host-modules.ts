import * as React from 'react';
import * as jsxRuntime from 'react/jsx-runtime';

/** What remotes take from the host by value: two copies of them couldn't draw one page. */
export const hostModules = { react: React, 'react/jsx-runtime': jsxRuntime };
export const { version: REACT_VERSION } = React;
