/** `npm run dev`: as `npm start`, but screens and API reload as they are edited. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('scripts/launch/main.ts', 'dev')
