import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const releases = join(import.meta.dirname, '../../../release')

/** The newest archive of `npm run release`. */
export function newestArchive(): string {
  const made = existsSync(releases) ? readdirSync(releases) : []
  const archives = made.filter((name) => name.endsWith('.tar.gz'))
  const byTime = archives.map((name) => join(releases, name)).sort((a, b) => statSync(a).mtimeMs - statSync(b).mtimeMs)
  const newest = byTime.at(-1)
  if (!newest) throw new Error('There is no archive: npm run release.')
  return newest
}
