/** `npm test`: every test there is, from a fresh clone on. The last line says `N passed, N failed`. */
import { ensureBrowser } from './lib/browser.mjs'
import { runChecks } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'
import { node } from './lib/npm.mjs'
import { say } from './lib/say.mjs'
import { runSteps } from './lib/steps.mjs'
import { runVitest } from './lib/vitest.mjs'

checkVersions()
ensureInstalled()
const total = { passed: 0, failed: 0 }
const add = ({ passed, failed }) => {
  total.passed += passed
  total.failed += failed
  return failed === 0
}

say('\n— Checks')
add(await runChecks())

say('\n— Rules, verbs and adapters')
add(runVitest('unit'))

say('\n— Journeys in Chromium')
const browser = ensureBrowser()
const built = await runSteps([{ name: 'build', command: node, args: ['scripts/launch/build.ts'] }])
// What can't be run hasn't passed.
if (!add(built) || !browser) total.failed += browser ? 0 : 1
else add(runVitest('e2e', { CHROMIUM_PATH: browser, JOURNEY_LANES: '2' }))

process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed > 0 ? 1 : 0
