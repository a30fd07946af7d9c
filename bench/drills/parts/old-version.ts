import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1e8 }).trim()
const migrations = 'packages/db/migrations'

interface Migration {
  tag: string
  when: number
  sha256: string
}

/** The commit of each released version, the newest last: a clone has it even where tags were not fetched. */
const commits = JSON.parse(readFileSync(join(root, 'packages/db/releases/commits.json'), 'utf8')) as Record<
  string,
  string
>

/** The last released version, whose servers run beside today's during an upgrade. */
export function lastRelease(): { version: string; commit: string } {
  const [version, commit] = Object.entries(commits).at(-1)!
  try {
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    throw new Error(`Version ${version} is commit ${commit}, which this copy does not contain: git fetch --unshallow`)
  }
  return { version, commit }
}

/**
 * The migrations that this version adds to those of `ref`; null: its tables have another history, and no database can
 * serve both.
 */
export function beyond(ref: string): string[] | null {
  const old = migrationsOf((path) => git('show', `${ref}:${path}`))
  const here = migrationsOf((path) => readFileSync(join(root, path), 'utf8').trim())
  const isPrefix = old.every((one, n) => JSON.stringify(one) === JSON.stringify(here[n]))
  return isPrefix ? here.slice(old.length).map(({ tag }) => tag) : null
}

function migrationsOf(read: (path: string) => string): Migration[] {
  const { entries } = JSON.parse(read(`${migrations}/meta/_journal.json`)) as { entries: Migration[] }
  return entries.map(({ tag, when }) => {
    const sha256 = createHash('sha256')
      .update(read(`${migrations}/${tag}.sql`))
      .digest('hex')
    return { tag, when, sha256 }
  })
}

/** Unpacks its sources into a separate folder, with this version's packages. */
export function unpackVersion(ref: string, folder: string, ends: (end: () => unknown) => void): string {
  const old = join(folder, 'old')
  ends(() => git('worktree', 'remove', '--force', old))
  git('worktree', 'add', '--quiet', '--detach', old, ref)
  for (const place of ['.', 'apps/admin', 'apps/storefront']) linkPackages(join(root, place), join(old, place))
  return old
}

/** Links to our own packages (`@kushi/db` → `../../packages/db`) then lead to the sources in `to`. */
export function linkPackages(from: string, to: string): void {
  if (!existsSync(join(from, 'node_modules'))) return
  const names = readdirSync(join(from, 'node_modules'), { withFileTypes: true, encoding: 'utf8' })
  mkdirSync(join(to, 'node_modules'))
  for (const { name } of names) {
    const place = join(from, 'node_modules', name)
    if (name === '.cache') continue
    if (name !== '@kushi') symlinkSync(place, join(to, 'node_modules', name))
    else {
      mkdirSync(join(to, 'node_modules/@kushi'))
      for (const own of readdirSync(place))
        symlinkSync(readlinkSync(join(place, own)), join(to, 'node_modules/@kushi', own))
    }
  }
}
