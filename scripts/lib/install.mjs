import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, npm, root } from './npm.mjs'
import { fail, say } from './say.mjs'

const stamp = join(root, 'node_modules/.kushi-installed')

/** Runs `npm ci` when node_modules is missing or belongs to another package-lock.json. */
export function ensureInstalled() {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const version = createHash('sha256').update(lock).digest('hex')
  if (existsSync(node) && read(stamp) === version) return
  if (!(existsSync(node) && isInstalledAsLocked(JSON.parse(lock)))) install()
  if (!existsSync(node)) fail(`No Node.js 26 could be installed for ${process.platform}-${process.arch}.`)
  writeStamp(version)
}

function install() {
  say('Installing packages; the first time this takes a minute … パッケージをインストールしています')
  const { status, error } = npm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ])
  if (error) fail(`npm could not be run (${error.message}).`)
  if (status !== 0) fail('The packages could not be installed; npm says above why.')
}

/** Whether the installed packages match the lock file, for example after `npm install`. */
function isInstalledAsLocked(lock) {
  const installed = JSON.parse(read(join(root, 'node_modules/.package-lock.json')) ?? '{}').packages ?? {}
  return Object.entries(lock.packages).every(
    ([path, { version, optional, link }]) =>
      path === '' ||
      optional ||
      (link ? installed[path] : !path.startsWith('node_modules') || installed[path]?.version === version),
  )
}

/** If node_modules cannot be written, the check is repeated next time. */
function writeStamp(version) {
  try {
    writeFileSync(stamp, version)
  } catch {}
}

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
