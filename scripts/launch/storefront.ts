import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '@kushi/db/setup-error'
import { root } from './environment.ts'
import { onStop } from './stop.ts'

const storefront = join(root, 'apps/storefront')
const stamp = join(storefront, 'build/.sources')

/** What the screens are built from. */
const sources = ['apps/storefront', 'packages/contract', 'packages/values', 'package-lock.json']
const made = new Set(['build', 'node_modules', '.react-router'])

/** The work of building the screens, if they, or what they share with the server, have changed since. */
export async function storefrontBuild(say: (line: string) => void): Promise<(() => Promise<void>) | undefined> {
  const [version, built] = await Promise.all([sourceVersion(), readFile(stamp, 'utf8').catch(() => '')])
  if (version === built) return undefined
  return async () => {
    say('Building the screens … 画面をビルドしています')
    // Whoever kills us on the way leaves a build that is no good.
    await rm(stamp, { force: true })
    await run()
    await writeFile(stamp, version)
  }
}

async function sourceVersion(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) await add(hash, join(root, source))
  return hash.digest('hex')
}

async function add(hash: ReturnType<typeof createHash>, path: string): Promise<void> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined)
  hash.update(`${path.slice(root.length)}\0`)
  if (!entries) return void hash.update(await readFile(path))
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!made.has(entry.name) && !/\.test\.tsx?$/.test(entry.name)) await add(hash, join(path, entry.name))
  }
}

/** Its output is shown only when it fails: then it is what one needs. */
function run(): Promise<void> {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, 'run', 'build', '--workspace', 'apps/storefront'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, NODE_ENV: 'production' },
    })
    // npm doesn't pass a signal on to what its shell runs: so all of them get it.
    onStop(() => child.exitCode ?? process.kill(-child.pid!))
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) return resolve()
      process.stderr.write(output)
      reject(new SetupError('The screens could not be built; the reason stands above.'))
    })
  })
}
