/** `npm test`: runs every test, from a fresh clone on, or those of some paths. The last line is `N passed, N failed`. */
import { availableParallelism } from 'node:os'
import { ensureBrowser, ensureOtherBrowsers } from './lib/browser.mjs'
import { runChecks } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'
import { node } from './lib/npm.mjs'
import { say } from './lib/say.mjs'
import { runSteps } from './lib/steps.mjs'
import { failures, flakyTests, runVitest } from './lib/vitest.mjs'

checkVersions()
ensureInstalled()
const total = { passed: 0, failed: 0 }
const add = ({ passed, failed }) => {
  total.passed += passed
  total.failed += failed
  return failed === 0
}

/** `npm test packages/shop/src/sales/cart …`: only the tests beside these files, or these journeys (`e2e/…`), without checks. */
const paths = process.argv.slice(2)
const isJourney = (path) => /^(\.\/)?e2e(\/|$)/.test(path)
if (paths.length > 0) {
  const rest = paths.filter((path) => !isJourney(path))
  if (rest.length > 0) add(runVitest(['unit', 'apart'], {}, rest))
  if (rest.length < paths.length && (await isBuilt())) runJourneys(paths.filter(isJourney))
  if (total.passed + total.failed === 0) {
    say(`\nNo test is in ${paths.join(' ')}.`)
    total.failed += 1
  }
} else await runAll()

for (const test of failures) say(`\nFailed: ${test}`)
for (const test of flakyTests) say(`\nPassed only at its second try, a bug until its cause is known: ${test}`)
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`)
process.exitCode = total.failed > 0 ? 1 : 0

async function runAll() {
  say('\n— Checks')
  add(await runChecks())

  // First, because processes that a test starts run the bundle too.
  const hasBuild = await isBuilt()
  if (hasBuild)
    add(
      await runSteps([
        {
          name: 'what the oldest browsers lack (bundle)',
          command: node,
          args: ['scripts/check/browser-support.ts', '--bundle'],
        },
      ]),
    )

  say('\n— Rules, handlers and adapters')
  // A test waits for the database, a process or a clock: on two cores a third worker keeps both busy.
  const workers = `--maxWorkers=${Math.max(3, availableParallelism() - 1)}`
  add(runVitest(['unit', 'apart'], {}, [workers]))

  // A test that cannot be run has not passed.
  if (hasBuild) runJourneys([])
}

async function isBuilt() {
  say('\n— Build')
  return add(await runSteps([{ name: 'build', command: node, args: ['scripts/launch/build.ts'] }]))
}

function runJourneys(paths) {
  say('\n— Journeys in Chromium, Firefox and WebKit')
  const browser = ensureBrowser()
  const others = ensureOtherBrowsers()
  // A journey spends half of its time waiting: for the page, a job, or a clock. Two more lanes than cores keep the cores
  // busy. A file runs in one worker, and each worker starts a shop.
  const files = paths.length > 0 && paths.every((path) => path.endsWith('.e2e.ts')) ? paths.length : Infinity
  const journeyWorkers = String(Math.min(4, availableParallelism() + 2, files))
  if (!browser) total.failed += 1
  else add(runVitest(['e2e'], { CHROMIUM_PATH: browser, JOURNEY_LANES: journeyWorkers, ...others }, paths))
}
