import { isBundled } from '../lib/bundles.mjs'
import { runAside } from './aside.ts'
import { root } from './environment.ts'

/**
 * Builds the bundles of that name if they are missing. Resolves to the name by which programs are found; undefined if
 * they cannot be built, and the sources then run.
 */
export async function makeBundle(name: string, say: (line: string) => void): Promise<string | undefined> {
  if (isBundled(root, name)) return name
  say('Bundling the server … サーバーをまとめています')
  const isMade = await runAside(process.execPath, ['scripts/bundle/main.ts', name]).catch(() => false)
  if (isMade) return name
  say('The server could not be bundled, so it runs from its sources, which takes longer to start.')
  return undefined
}
