import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Where a build puts files whose names hold their contents: two versions never mean different things by one name. */
export const assetFolders = ['apps/storefront/build/client/assets', 'apps/admin/build/assets']

const days = 30

/**
 * Puts the assets of an older build beside those that are there, so that a page which was opened before an upgrade still finds
 * its own. Those older than a month are left: nobody has a page open for so long.
 */
export function keepAssets(older: string, newer: string, now: number = Date.now()): number {
  if (!existsSync(older)) return 0
  const names = readdirSync(older).filter((name) => {
    const { mtimeMs } = statSync(join(older, name))
    return now - mtimeMs < days * 86_400_000 && !existsSync(join(newer, name))
  })
  for (const name of names) cpSync(join(older, name), join(newer, name), { preserveTimestamps: true })
  return names.length
}
