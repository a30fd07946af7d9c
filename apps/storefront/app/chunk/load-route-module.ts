import { loadChunk } from './load-chunk.ts'

/**
 * Replaces React Router's own function of this name in the browser's build. That one reloads the page when the code of
 * a screen can't be loaded, which loses the form if the network is down. This one keeps the page and shows a notice.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  loaded[route.id] ??= await loadChunk(() => import(/* @vite-ignore */ route.module))
  return loaded[route.id]
}
