/** `npm run shop -- …`: commands for whoever runs the shop. Without one it says which there are. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
const args = process.argv.slice(2)
const isAsked = args[0] === 'init' && process.stdin.isTTY
const child = handOver('apps/server/src/cli/main.ts', ...args, ...(isAsked ? ['--ask'] : []))
if (isAsked) process.stdin.pipe(child.stdin)
