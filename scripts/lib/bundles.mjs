/**
 * The programs of an installation as bundles, which start in a third of the time that their two thousand modules take. A bundle's name
 * is that of the sources it was made from, so one of other sources is never found.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is bundled, by the folder in whose `build` it lies. */
export const programs = {
  'apps/server': {
    main: 'apps/server/src/main.ts',
    cli: 'apps/server/src/cli/main.ts',
    setup: 'packages/db/src/setup.ts',
    launch: 'scripts/launch/main.ts',
  },
  'apps/sandbox': { main: 'apps/sandbox/src/main.ts' },
}

/** Everything of ours that goes in, how it is put together, and what says which packages are installed. */
const sources = [
  ...['apps/server', 'apps/sandbox', 'packages', 'scripts/bundle', 'scripts/launch'],
  ...['scripts/lib/bundles.mjs', 'package-lock.json'],
]
const apart = /^(build|node_modules|migrations|releases)$|\.(test|e2e)\.ts$|\.(md|html|snap)$/

/** Of what lies in `root` now. Read and not only looked at: it takes 60 ms, and no clock has to be right. */
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
  const entries = readdirSync(join(root, path), { withFileTypes: true }).filter(({ name }) => !apart.test(name))
  for (const { name } of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) add(hash, root, `${path}/${name}`)
}

/** Whether all programs are there under that name: each is put into its place when it is whole. */
export function isBundled(root, name) {
  return Object.keys(programs).every((folder) => existsSync(join(root, folder, 'build', name)))
}

/** The file of a program, below `root`: of the bundles of that name, or of the sources. */
export function programFile(name, folder, program) {
  return name ? `${folder}/build/${name}/${program}.js` : programs[folder][program]
}

/** The name of the bundles of what lies in `root` now; undefined where they are not made. */
export function madeBundle(root) {
  const name = bundleName(root)
  return isBundled(root, name) ? name : undefined
}
