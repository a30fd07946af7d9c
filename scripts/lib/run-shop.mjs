import { findBundle, programFile } from './bundles.mjs'
import { handOver } from './hand-over.mjs'
import { root } from './npm.mjs'

/**
 * Runs one command of the shop, which reads piped input, as in `accounts set < file`. At a terminal only init asks
 * questions.
 */
export function runShop(args) {
  const { isTTY } = process.stdin
  // As the server: a command of any length stays small beside it.
  process.env.NODE_OPTIONS ??= '--max-semi-space-size=4 --max-old-space-size=256'
  const isAsked = args[0] === 'init' && isTTY
  const child = handOver(programFile(findBundle(root), 'apps/server', 'cli'), ...args, ...(isAsked ? ['--ask'] : []))
  if (isAsked || !isTTY) process.stdin.pipe(child.stdin)
  // A command that reads stdin must not wait forever if there is no input.
  else child.stdin.end()
}
