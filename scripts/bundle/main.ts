/** `node scripts/bundle/main.ts NAME`: bundles the programs, each into `build/NAME` of its folder. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { programs } from '../lib/bundles.mjs'
import { writeBundle } from './write-bundle.ts'

const root = resolve(import.meta.dirname, '../..')
/** Number of bundles kept: a process that runs from an older one still finds modules that it has not loaded yet. */
const kept = 5
const list = 'packages.json'

const [name] = process.argv.slice(2)
if (!name) throw new Error('Say what the bundles are called.')
for (const [folder, inputs] of Object.entries(programs)) await bundle(folder, inputs)
process.exit(0)

async function bundle(folder: string, inputs: Record<string, string>): Promise<void> {
  const all = join(root, folder, 'build')
  mkdirSync(all, { recursive: true })
  const part = mkdtempSync(join(all, 'part-'))
  try {
    // An account with read permission only can run it too.
    chmodSync(part, 0o755)
    const loaded = await writeBundle(root, part, inputs)
    writeFileSync(join(part, list), `${JSON.stringify(loaded)}\n`)
    const done = join(all, name!)
    // A concurrent start may have been faster.
    if (!existsSync(done)) renameSync(part, done)
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
  const byAge = readdirSync(all)
    .map((one) => join(all, one))
    .filter((one) => existsSync(join(one, list)))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)
  for (const old of byAge.slice(kept)) rmSync(old, { recursive: true, force: true })
}
