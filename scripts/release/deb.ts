/**
 * Builds a Debian package from an archive's contents. The templates are in `deploy/debian`, the units in
 * `deploy/systemd`.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../launch/environment.ts'
import { assetFolders } from '../launch/old-assets.ts'

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }
const template = (name: string) => readFileSync(join(root, 'deploy', name), 'utf8')

/** @returns the path of `kushi_<version>_<architecture>.deb` in `out`; `folder` is an unpacked archive */
export function makeDeb(folder: string, version: string, out: string, packing: 'gzip' | 'none' = 'gzip'): string {
  const architecture = architectures[process.arch]
  if (process.platform !== 'linux' || !architecture) throw new Error('A Debian package is made on Linux (x64, arm64).')
  const work = mkdtempSync(join(tmpdir(), 'kushi-deb-'))
  const put = (path: string, text: string, mode: number) => {
    mkdirSync(join(work, path, '..'), { recursive: true })
    writeFileSync(join(work, path), text, { mode })
  }
  try {
    mkdirSync(join(work, 'usr/lib/kushi'), { recursive: true })
    cpSync(folder, join(work, 'usr/lib/kushi/files'), {
      recursive: true,
      preserveTimestamps: true,
      verbatimSymlinks: true,
    })
    for (const unit of readdirSync(join(root, 'deploy/systemd')))
      put(`lib/systemd/system/${unit}`, template(`systemd/${unit}`).replaceAll('/opt/kushi', '/usr/lib/kushi'), 0o644)
    put('etc/kushi/kushi.env', template('debian/kushi.env'), 0o600)
    put('usr/bin/kushi', template('debian/kushi'), 0o755)
    const known = {
      '@VERSION@': version,
      '@ARCHITECTURE@': architecture,
      '@ASSETS@': assetFolders.join(' '),
      '@SIZE@': String(Math.ceil(sizeOf(work) / 1024)),
    }
    for (const name of ['control', 'postinst', 'prerm', 'postrm'])
      put(`DEBIAN/${name}`, filled(template(`debian/${name}`), known), name === 'control' ? 0o644 : 0o755)
    put('DEBIAN/conffiles', '/etc/kushi/kushi.env\n', 0o644)
    execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', join(work, 'usr'), join(work, 'lib')])
    execFileSync('sh', ['-c', 'find usr lib -type f -print0 | sort -z | xargs -0 md5sum > DEBIAN/md5sums'], {
      cwd: work,
    })
    mkdirSync(out, { recursive: true })
    const file = join(out, `kushi_${version}_${architecture}.deb`)
    execFileSync('dpkg-deb', ['--root-owner-group', `-Z${packing}`, '--build', work, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    return file
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

const filled = (text: string, known: Record<string, string>) =>
  Object.entries(known).reduce((made, [name, value]) => made.replaceAll(name, value), text)

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + lstatSync(join(folder, name)).size,
    0,
  )

/** In Debian's sort order: a tagged version comes before later commits, and those before the next version. */
export function debVersion(version: string, made: { isTagged: boolean; at: Date; of: string }): string {
  if (made.isTagged) return version
  const moment = made.at.toISOString().replace(/\D/g, '').slice(0, 12)
  return `${version}+${moment}.${made.of.replace('-', '.')}`
}
