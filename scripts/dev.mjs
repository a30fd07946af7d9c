/** `npm run dev`: like `npm start`, but screens and API reload when they are edited. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('scripts/launch/main.ts', 'dev')
