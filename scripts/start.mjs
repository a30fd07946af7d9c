/** `npm start`: from a fresh clone to the open shop. Runs on the machine's own Node and needs nothing installed. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('scripts/launch/main.ts', 'start', '--demo-orders')
