import { loadChunk } from '../chunk/load-chunk.ts'

const load = () => import('./enter.ts')

/** The guard's code loads after the code for the first paint and the first click. */
export const loadGuard = () => loadChunk(load)

/** Starts to fetch it while React hydrates the page. */
export const fetchGuard = () => void load().catch(() => {})
