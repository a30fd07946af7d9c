import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'

export const root = dirname(dirname(import.meta.dirname))

/** Node 26 from node_modules, which runs our TypeScript directly. */
export const node = join(root, 'node_modules/.bin/node')

/** The npm that started us, or the one on the path. */
export function npm(args, options = {}) {
  const self = process.env.npm_execpath
  const [command, first] = self?.endsWith('.js')
    ? [process.env.npm_node_execpath ?? process.execPath, [self]]
    : ['npm', []]
  return spawnSync(command, [...first, ...args], { cwd: root, stdio: 'inherit', ...options })
}
