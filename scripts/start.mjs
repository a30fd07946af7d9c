/**
 * `npm start`: from a fresh clone to the open shop. Runs on the machine's own Node and needs nothing else installed.
 */
import { bundleName, isBundled, programFile } from './lib/bundles.mjs'
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'
import { root } from './lib/npm.mjs'

checkVersions()
ensureInstalled()
const name = bundleName(root)
process.env.KUSHI_BUNDLE = name
const launch = programFile(isBundled(root, name) && name, 'apps/server', 'launch')
const { isTTY } = process.stdin
const child = handOver(launch, 'start', '--demo-orders', ...(isTTY ? ['--ask'] : []))
// A first start for production asks questions. The end of typed input must not look like the end of this process.
if (isTTY) process.stdin.pipe(child.stdin, { end: false })
