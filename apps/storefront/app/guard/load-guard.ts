import { loadChunk } from '../chunk/load-chunk.ts'

const load = () => import('./enter.ts')

/** The guard's code comes behind what the first paint and the first press need. */
export const loadGuard = () => loadChunk(load)

/** Begins to fetch it, while React takes over the page. */
export const fetchGuard = () => void load().catch(() => {})
