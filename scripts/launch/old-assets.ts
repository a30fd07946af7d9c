import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Folders of build files with content hashes in their names: two versions never use one name for different contents.
 */
export const assetFolders = ['apps/storefront/build/client/assets', 'apps/admin/build/assets']

const days = 30

/**
 * Copies the assets of an older build beside the current ones, so that a page opened before an upgrade still finds its
 * files. Assets older than a month are dropped: no page stays open that long.
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
