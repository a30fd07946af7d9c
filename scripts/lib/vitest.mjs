import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compiled } from './hand-over.mjs'
import { node, root } from './npm.mjs'
import { say } from './say.mjs'

/** Failed tests, each with its first error: repeated at the end of a long run. */
export const failures = []
/** Tests that passed only at their second attempt, each with its first error. */
export const flakyTests = []

/**
 * Runs projects of vitest.config.ts, shows their output, and counts their test cases. `more`: further arguments.
 */
export function runVitest(projects, env = {}, more = []) {
  const folder = mkdtempSync(join(tmpdir(), 'kushi-vitest-'))
  const report = join(folder, 'report.json')
  const args = [
    'node_modules/.bin/vitest',
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--passWithNoTests',
    '--retry=1',
    '--reporter=default',
  ]
  try {
    const { status } = spawnSync(node, [...args, ...more, '--reporter=json', `--outputFile.json=${report}`], {
      cwd: root,
      stdio: 'inherit',
      env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    })
    return count(report, status)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A file that cannot be loaded, and an error outside any test, count as one failed test each. */
function count(report, status) {
  let json
  try {
    json = JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    say('vitest ended without a report.')
    return { passed: 0, failed: 1 }
  }
  const tests = json.testResults.flatMap((file) => file.assertionResults)
  flakyTests.push(...tests.filter(isUnsteady).map(failureText))
  failures.push(
    ...tests.filter(isFailed).map(failureText),
    ...json.testResults.filter(isBroken).map(({ name, message }) => `${name}\n${message}`),
  )
  const failed = json.numFailedTests + json.testResults.filter(isBroken).length
  return { passed: json.numPassedTests, failed: failed === 0 && status !== 0 ? 1 : failed }
}

const failureText = ({ fullName, failureMessages }) => `${fullName}\n${failureMessages[0]}`
const isBroken = (file) => file.status === 'failed' && !file.assertionResults.some(isFailed)
const isFailed = ({ status }) => status === 'failed'
const isUnsteady = ({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0
