import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { node, root } from './npm.mjs'
import { runSteps } from './steps.mjs'

const bin = (name) => join(root, 'node_modules/.bin', name)

const knip = [bin('knip'), '--no-progress', '--no-config-hints']

/** Checks format, lint, imports and types of everything; returns the number of passed and failed steps. */
export async function runChecks() {
  const first = await runSteps([
    {
      name: 'format and lint (biome)',
      command: node,
      args: [bin('biome'), 'ci', '--colors=off', '--diagnostic-level=warn', '--max-diagnostics=12'],
    },
    { name: 'imports between packages', command: node, args: ['scripts/check/imports.ts'] },
    { name: 'what nothing uses (knip)', command: node, args: knip },
    { name: 'what only tests use (knip)', command: node, args: [...knip, '--production'] },
    { name: 'what the oldest browsers lack (sources)', command: node, args: ['scripts/check/browser-support.ts'] },
    // The types of the routes, which the storefront's own check needs.
    ...(hasRoutes() ? [typegen()] : []),
  ])
  const types = await runSteps(
    projects().map((project) => ({
      name: `types: ${project === '.' ? 'the server and the packages' : project}`,
      command: node,
      // Parallel checkers each process the shared types again: more of them take longer on two cores.
      args: [bin('tsc'), '--noEmit', '-p', project, '--checkers', '1'],
    })),
    2,
  )
  return { passed: first.passed + types.passed, failed: first.failed + types.failed }
}

const storefront = join(root, 'apps/storefront')

const hasRoutes = () => existsSync(join(storefront, 'app/routes.ts'))

const typegen = () => ({
  name: 'types of the routes',
  command: node,
  args: [bin('react-router'), 'typegen'],
  cwd: storefront,
})

/**
 * The root's tsconfig.json covers every folder without its own options, so that shared files are read and checked once.
 */
function projects() {
  const inside = ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  )
  return ['.', ...[...inside, 'scripts', 'e2e', 'bench'].filter(hasOptions)]
}

function hasOptions(folder) {
  const path = join(root, folder, 'tsconfig.json')
  return existsSync(path) && readFileSync(path, 'utf8').includes('"compilerOptions"')
}
