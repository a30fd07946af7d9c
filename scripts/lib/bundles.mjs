/**
 * The programs of an installation as bundles, which start in a third of the time of their two thousand modules. A
 * bundle's name is a hash of its sources, so a bundle of other sources is never used.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The bundled programs, by the folder that contains their `build`. */
export const programs = {
  'apps/server': {
    main: 'apps/server/src/main.ts',
    cli: 'apps/server/src/cli/main.ts',
    setup: 'packages/db/src/setup.ts',
    launch: 'scripts/launch/main.ts',
  },
  'apps/sandbox': { main: 'apps/sandbox/src/main.ts' },
}

/** All inputs of a bundle: our sources, how they are bundled, and the installed packages. */
const sources = [
  'apps/server',
  'apps/sandbox',
  'packages',
  'scripts/bundle',
  'scripts/launch',
  'scripts/lib/bundles.mjs',
  'package-lock.json',
]
const isExcluded = /^(build|node_modules|migrations|releases)$|\.(test|e2e)\.ts$|\.(md|html|snap)$/

/**
 * The bundle name for the current contents of `root`. Files are read instead of comparing timestamps: it takes 60 ms
 * and needs no correct clock.
 */
export function bundleName(root) {
  const hash = createHash('sha256')
  for (const source of sources) if (existsSync(join(root, source))) add(hash, root, source)
  return hash.digest('hex').slice(0, 16)
}

function add(hash, root, path) {
  if (/\.\w+$/.test(path))
    return void hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(({ name }) => !isExcluded.test(name))
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) add(hash, root, `${path}/${name}`)
}

/** Whether all programs exist under that name: each is moved into place when it is complete. */
export function isBundled(root, name) {
  return Object.keys(programs).every((folder) => existsSync(join(root, folder, 'build', name)))
}

/** The file of a program below `root`: in the bundles of that name, or in the sources. */
export function programFile(name, folder, program) {
  return name ? `${folder}/build/${name}/${program}.js` : programs[folder][program]
}

/** The name of the bundles of the current contents of `root`; undefined if they were not built. */
export function findBundle(root) {
  const name = bundleName(root)
  return isBundled(root, name) ? name : undefined
}
