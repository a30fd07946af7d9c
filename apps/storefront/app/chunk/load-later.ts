import { loadChunk } from './load-chunk.ts'

/** The code that every page loads after what it needs for the first paint and the first click. */
export const loadLater = () => loadChunk(() => import('./later.ts'))
