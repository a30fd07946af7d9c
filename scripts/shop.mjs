/** `npm run shop -- …`: commands for whoever runs the shop. Without one it says which there are. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('apps/server/src/cli/main.ts', ...process.argv.slice(2))
