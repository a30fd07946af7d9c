import { loadChunk } from '../chunk/load-chunk.ts'

/** The guard's code loads after the code for the first paint and the first click. */
export const loadGuard = () => loadChunk(() => import('./enter.ts'))
