import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './npm.mjs'

/** What a file does to modules and globals that the next one in the same worker would find. */
const leaves = /\bvi\.(mock|resetModules|stubGlobal)\(/

/** The unit test files that need a worker of their own. All others share theirs: loading the shop anew for each costs more than its tests. */
export const filesApart = () =>
  ['apps', 'packages']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
    .flatMap((folder) => ['src', 'app'].map((inside) => join(folder, inside)))
    .flatMap((folder) => entries(folder).map((name) => join(folder, name)))
    .filter((path) => /\.test\.tsx?$/.test(path) && leaves.test(readFileSync(join(root, path), 'utf8')))

function entries(folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true })
  } catch {
    return []
  }
}
