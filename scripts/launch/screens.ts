import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SetupError } from '@kushi/db/setup-error'
import { runAside } from './aside.ts'
import { root } from './environment.ts'
import { assetFolders, keepAssets } from './old-assets.ts'

/** The two bundles of screens: the storefront and the admin. */
const bundles = ['apps/storefront', 'apps/admin']
/** Their inputs besides their own folder. */
const shared = ['packages/contract', 'packages/values', 'package-lock.json']
const made = new Set(['build', 'node_modules', '.react-router'])

/** Returns a function that builds the screens, if they or their shared inputs have changed since the last build. */
export async function screensBuild(say: (line: string) => void): Promise<(() => Promise<void>) | undefined> {
  // An archive contains the built screens, and nothing to build them from.
  if (existsSync(join(root, 'release.json'))) return undefined
  const all = await Promise.all(bundles.map(bundleBuild))
  const work = all.filter((one) => one !== undefined)
  if (work.length === 0) return undefined
  return async () => {
    say('Building the screens … 画面をビルドしています')
    for (const build of work) await build()
  }
}

async function bundleBuild(bundle: string): Promise<(() => Promise<void>) | undefined> {
  const stamp = join(root, bundle, 'build/.sources')
  const [version, built] = await Promise.all([sourceVersion(bundle), readFile(stamp, 'utf8').catch(() => '')])
  if (version === built) return undefined
  return async () => {
    // A build that is killed midway is not usable.
    await rm(stamp, { force: true })
    await besideOldAssets(bundle, () => run(bundle))
    await writeFile(stamp, version)
  }
}

/** An open page, and a server that still runs, keep finding the files of the previous build. */
async function besideOldAssets(bundle: string, build: () => Promise<void>): Promise<void> {
  const folders = assetFolders.filter((one) => one.startsWith(bundle)).map((one) => join(root, one))
  const temporaryFolder = await mkdtemp(join(tmpdir(), 'kushi-assets-'))
  try {
    folders.forEach((folder, n) => void keepAssets(folder, join(temporaryFolder, String(n))))
    await build()
    folders.forEach((folder, n) => void keepAssets(join(temporaryFolder, String(n)), folder))
  } finally {
    await rm(temporaryFolder, { recursive: true, force: true })
  }
}

async function sourceVersion(bundle: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of [bundle, ...shared]) await add(hash, join(root, source))
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

async function run(bundle: string): Promise<void> {
  const npm = process.env.npm_execpath
  const [command, first] = npm?.endsWith('.js') ? [process.execPath, [npm]] : ['npm', []]
  const isBuilt = await runAside(command, [...first, 'run', 'build', '--workspace', bundle], { NODE_ENV: 'production' })
  if (!isBuilt) throw new SetupError('The screens could not be built; the reason stands above.')
}
