/** `npm run bench`: the production build, measured. Prints figures; judges nothing. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('bench/main.ts')
