import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './npm.mjs'

/** Changes to modules and globals that would affect the next file in the same worker. */
const needsOwnWorker = /\bvi\.(mock|resetModules|stubGlobal)\(|\bawait live\(story/

/**
 * Unit test files that need their own worker. All others share workers, because loading the shop again for each file
 * costs more than its tests.
 */
export const filesApart = () =>
  ['apps', 'packages']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .flatMap((folder) => ['src', 'app'].map((inside) => join(folder, inside)))
    .flatMap((folder) => entries(folder).map((name) => join(folder, name)))
    .filter((path) => /\.test\.tsx?$/.test(path) && needsOwnWorker.test(readFileSync(join(root, path), 'utf8')))

function entries(folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true })
  } catch {
    return []
  }
}
