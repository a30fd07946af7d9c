/** `npm run shop -- …`: commands for the operator of the installation. Without an argument it lists them. */
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'
import { runShop } from './lib/run-shop.mjs'

checkVersions()
ensureInstalled()
runShop(process.argv.slice(2))
