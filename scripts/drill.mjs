/**
 * `npm run drill -- pooler`: a test that needs more than `npm test` may require (Debian, root, its packages). On this
 * machine only.
 */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'
import { fail } from './lib/say.mjs'

const drills = [
  'balancer',
  'bounded',
  'container',
  'dice',
  'lines',
  'moment',
  'package',
  'pooler',
  'release',
  'restore',
  'standby',
  'upgrade',
  'ways-out',
]
const [name, ...args] = process.argv.slice(2)
if (!drills.includes(name)) fail(`Say which: ${drills.join(', ')}.`)
checkVersions()
ensureInstalled()
// The dice play the server in their own process.
handOver(name === 'dice' ? 'apps/server/src/testing/world/drill.ts' : `bench/drills/${name}.ts`, ...args)
