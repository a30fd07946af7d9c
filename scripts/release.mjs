/** `npm run release`: one archive that runs by itself, in `release/`. `-- --after FILE`: with the assets of the version before; `-- --deb`: a Debian package too. */
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
handOver('scripts/release/main.ts', ...process.argv.slice(2))
