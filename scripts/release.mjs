/**
 * `npm run release`: builds a self-contained archive in `release/`. `-- --after FILE`: includes the assets of the
 * previous version; `-- --deb`: builds a Debian package too.
 */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('scripts/release/main.ts', ...process.argv.slice(2))
