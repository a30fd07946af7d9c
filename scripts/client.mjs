/** `npm run client`: builds the typed client as a package for other projects, in `release/`. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('scripts/client/main.ts', ...process.argv.slice(2))
