import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { parse } from 'es-module-lexer/js'

interface Manifest {
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The run-time dependencies of a package; `must`: it does not work without them. */
function needsOf(folder: string): { name: string; must: boolean }[] {
  const {
    dependencies = {},
    optionalDependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
  } = manifestOf(folder)
  return [
    ...Object.keys(dependencies).map((name) => ({ name, must: !(name in optionalDependencies) })),
    ...Object.keys(optionalDependencies).map((name) => ({ name, must: false })),
    // A peer dependency may be for types only, or for a framework that we do not use.
    ...Object.keys(peerDependencies)
      .filter((name) => !peerDependenciesMeta[name]?.optional)
      .map((name) => ({ name, must: false })),
  ]
}

/** Resolves as Node does: the nearest node_modules first. */
function find(root: string, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = join(folder, '..')) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === root || !folder.startsWith(root + sep)) return undefined
  }
}

/**
 * Folders below `root` of all packages that `workspaces` need at run time, as installed; only those of `only` if a
 * workspace is named there. Our own packages are not included.
 */
export function reachable(
  root: string,
  workspaces: readonly string[],
  only: Readonly<Record<string, string[]>> = {},
): string[] {
  const found = new Set<string>()
  const waiting = workspaces.map((folder) => join(root, folder))
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    const named = only[relative(root, folder)]?.map((name) => ({ name, must: true }))
    for (const { name, must } of named ?? needsOf(folder)) {
      const place = find(root, folder, name)
      if (!place && must) throw new Error(`${name} is not installed, which ${relative(root, folder)} needs.`)
      if (!place || found.has(place) || !realpathSync(place).includes(`${sep}node_modules${sep}`)) continue
      found.add(place)
      waiting.push(place)
    }
  }
  return [...found].map((place) => relative(root, place)).sort()
}

/** Packages that a built file imports by name: `react` for `react/jsx-runtime`. */
export function importsOf(text: string): string[] {
  const names = parse(text)[0].flatMap(({ n: name }) => (name && !/^(\.|\/|node:)/.test(name) ? [name] : []))
  return [...new Set(names.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)![0]))].sort()
}
