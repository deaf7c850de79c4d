import { getQueriesForElement, screen } from '@testing-library/react';

/** Testing Library looks into the document of the file that loaded it first. */
Object.assign(screen, getQueriesForElement(document.body));
