/** `npm run check`: format, lint, import rules and types. `npm run check -- --fix` applies biome's fixes. */
import { spawnSync } from 'node:child_process'
import { runChecks } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { checkVersions } from './lib/machine.mjs'
import { root } from './lib/npm.mjs'

checkVersions()
ensureInstalled()
if (process.argv.includes('--fix')) {
  spawnSync('node_modules/.bin/biome', ['check', '--write'], { cwd: root, stdio: 'inherit' })
}
const { failed } = await runChecks()
process.exitCode = failed > 0 ? 1 : 0
