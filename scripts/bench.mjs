/**
 * `npm run bench`: measures the production build. Prints figures and sets no limits. Arguments: number of
 * subscriptions, `lighthouse` and the number of runs per page, or `versus` and a commit to compare with.
 */
import { findBrowser } from './lib/browser.mjs'
import { handOver } from './lib/hand-over.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'

checkVersions()
ensureInstalled()
const browser = findBrowser()
if (browser) process.env.CHROMIUM_PATH = browser
const [first, ...rest] = process.argv.slice(2)
if (first === 'lighthouse' || first === 'versus') handOver(`bench/${first}.ts`, ...rest)
else handOver('bench/main.ts', ...process.argv.slice(2))
