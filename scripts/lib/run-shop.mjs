import { madeBundle, programFile } from './bundles.mjs'
import { handOver } from './hand-over.mjs'
import { root } from './npm.mjs'

/** One command of the shop, which reads what is piped in, as by `accounts set < file`. At a terminal init alone asks. */
export function runShop(args) {
  const { isTTY } = process.stdin
  const isAsked = args[0] === 'init' && isTTY
  const child = handOver(programFile(madeBundle(root), 'apps/server', 'cli'), ...args, ...(isAsked ? ['--ask'] : []))
  if (isAsked || !isTTY) process.stdin.pipe(child.stdin)
  // A command that reads, and was given nothing, must not wait for ever.
  else child.stdin.end()
}
