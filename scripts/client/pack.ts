import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../launch/environment.ts'

/** The modules that run; all others are included only as types. */
const running = ['scripts/client/index', 'packages/contract/src/client', 'packages/contract/src/init-crypto']

/**
 * Builds the typed client to JavaScript and declarations and packs it as npm does, into `out`. Returns the archive's
 * path.
 */
export function packClient(out: string): string {
  const work = mkdtempSync(join(tmpdir(), 'kushi-client-'))
  try {
    const built = join(work, 'built')
    const folder = join(work, 'package')
    compile(work, built)
    for (const path of globSync('**/*.{js,d.ts}', { cwd: built }))
      if (path.endsWith('.d.ts') || running.includes(path.replace(/\.js$/, '')))
        put(join(built, path), join(folder, path))
    const { version } = manifestOf('.')
    const { zod } = manifestOf('packages/contract').dependencies
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(version, zod!), null, 2)}\n`)
    for (const [from, to] of [
      ['LICENSE', 'LICENSE'],
      ['scripts/client/README.md', 'README.md'],
    ] as const)
      cpSync(join(root, from), join(folder, to))
    mkdirSync(out, { recursive: true })
    const output = execFileSync('npm', ['pack', folder, '--json', '--pack-destination', out], {
      encoding: 'utf8',
      cwd: work,
    })
    const [packed] = Object.values(JSON.parse(output) as Record<string, { filename: string }>)
    return join(out, packed!.filename)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

interface Manifest {
  version: string
  dependencies: Record<string, string>
}
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

/** The project's own check covers the types. */
function compile(work: string, built: string): void {
  const sources = globSync('packages/{contract,values}/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.test\.ts$/.test(path),
  )
  const options = {
    noEmit: false,
    noCheck: true,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: root,
    outDir: built,
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable', 'esnext'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  }
  const files = [join(root, 'scripts/client/index.ts'), ...sources.map((path) => join(root, path))]
  const project = join(work, 'tsconfig.json')
  writeFileSync(project, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions: options, files }))
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project], { stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Our packages are folders of this one; a declaration may still refer to a source file. */
function put(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const text = readFileSync(from, 'utf8')
  const own = text.replace(/(['"])@kushi\/(contract|values)\//g, '$1#$2/')
  writeFileSync(to, own.replace(/(['"]\.{1,2}\/[^'"]*)\.ts(['"])/g, '$1.js$2'))
}

const place = (folder: string) => ({
  types: `./packages/${folder}/src/*.d.ts`,
  default: `./packages/${folder}/src/*.js`,
})

const manifest = (version: string, zod: string) => ({
  name: '@kushi/client',
  version,
  description: 'Typed client of a Kushi server',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20.19' },
  sideEffects: false,
  exports: { '.': { types: './scripts/client/index.d.ts', default: './scripts/client/index.js' } },
  imports: { '#contract/*': place('contract'), '#values/*': place('values') },
  // Only for its types.
  dependencies: { zod },
})
