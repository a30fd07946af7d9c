/** `npm run shop -- …`: commands for whoever runs the shop. Without one it says which there are. */
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'
import { runShop } from './lib/run-shop.mjs'

checkVersions()
ensureInstalled()
runShop(process.argv.slice(2))
