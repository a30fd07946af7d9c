import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { makeBundle } from '../launch/bundle.ts'
import { root } from '../launch/environment.ts'
import { assetFolders, keepAssets } from '../launch/old-assets.ts'
import { screensBuild } from '../launch/screens.ts'
import { bundleName } from '../lib/bundles.mjs'
import { debVersion, makeDeb } from './deb.ts'
import { componentsOf, cycloneDx, licenceList, programsOf } from './sbom.ts'
import { packagesToRun, stage } from './stage.ts'

const most = 150 * 1024 * 1024
const { values } = parseArgs({
  options: {
    after: { type: 'string', multiple: true, default: [] },
    out: { type: 'string' },
    deb: { type: 'boolean', default: false },
  },
})
const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const commit = git('rev-parse', '--short=12', 'HEAD')
// A commit does not describe a modified tree; a new file is included only if git tracks it.
const isChanged = git('status', '--porcelain', '--untracked-files=no') !== ''
const made_of = isChanged ? `${commit}-dirty` : commit
const name = `kushi-${version}+${made_of}-${process.platform}-${process.arch}`
const out = resolve(root, values.out ?? 'release')
const work = mkdtempSync(join(tmpdir(), 'kushi-release-'))
try {
  const build = await screensBuild(console.log)
  await build?.()
  const bundle = await makeBundle(bundleName(root), console.log)
  if (!bundle) throw new Error('Without bundles there is no archive.')
  const folder = join(work, name)
  stage(folder, bundle)
  for (const archive of values.after) keepOld(archive, folder)
  const made = {
    version,
    commit: made_of,
    made_at: git('show', '-s', '--format=%cI', 'HEAD'),
    node: process.versions.node,
  }
  writeFileSync(join(folder, 'release.json'), `${JSON.stringify(made, null, 2)}\n`)
  const packages = componentsOf(packagesToRun())
  const components = [...packages, ...programsOf(packages)]
  const bom = cycloneDx(made, components)
  writeFileSync(join(folder, 'sbom.cdx.json'), bom)
  writeFileSync(join(folder, 'LICENSES.txt'), licenceList(components))
  mkdirSync(out, { recursive: true })
  writeFileSync(join(out, `${name}.cdx.json`), bom)
  const archive = join(out, `${name}.tar.gz`)
  const reproducibleFlags = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner']
  execFileSync('tar', ['-C', work, ...reproducibleFlags, '-czf', archive, name])
  const { size } = statSync(archive)
  if (size > most) throw new Error(`${archive} has ${mb(size)} MB, and may have ${mb(most)}.`)
  writeFileSync(
    `${archive}.sha256`,
    `${createHash('sha256').update(readFileSync(archive)).digest('hex')}  ${name}.tar.gz\n`,
  )
  console.log(`${archive}  ${mb(size)} MB`)
  if (values.deb) {
    const isTagged = !isChanged && git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`)
    const at = new Date(made.made_at)
    const deb = makeDeb(folder, debVersion(version, { isTagged, at, of: made_of }), out)
    console.log(`${deb}  ${mb(statSync(deb).size)} MB`)
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
process.exit(0)

/** Its assets, and the older ones that it kept itself. */
function keepOld(archive: string, folder: string): void {
  const older = mkdtempSync(join(work, 'older-'))
  const wanted = assetFolders.map((one) => `*/${one}/*`)
  execFileSync('tar', ['-C', older, '--wildcards', '-xzf', resolve(archive), ...wanted])
  const [top] = readdirSync(older)
  const kept = assetFolders.map((one) => keepAssets(join(older, top!, one), join(folder, one)))
  console.log(`${kept.reduce((sum, one) => sum + one, 0)} assets of ${archive} stand beside the new ones.`)
}

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1)
}
