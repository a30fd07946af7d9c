import { loadChunk } from './load-chunk.ts'

/**
 * Stands in the browser's build for React Router's own function of this name, which reloads the page when the code of
 * a screen can't be loaded: on a cut line that loses the form that is being filled in. Here the page stays and says so.
 */
export async function loadRouteModule(
  route: { id: string; module: string },
  loaded: Record<string, unknown>,
): Promise<unknown> {
  loaded[route.id] ??= await loadChunk(() => import(/* @vite-ignore */ route.module))
  return loaded[route.id]
}
