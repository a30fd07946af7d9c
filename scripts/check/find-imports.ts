import { dirname, join } from 'node:path/posix'
import type { Import } from './import-table.ts'

const pattern =
  /\b(import|export)\s+(type\s)?[^'"()]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\s*['"]([^'"]+)['"]|(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]/g

export type FoundImport = Import & {
  specifier: string
  line: number
  /** True for a relative path into another package. */
  entersPrivateFile: boolean
}

/** The imports in `source`, the text of `file` (a path below the root). tsc has already checked that they exist. */
export function findImports(file: string, source: string): FoundImport[] {
  const text = withoutComments(source)
  return [...text.matchAll(pattern)].map((match) => {
    const [, , type, from, sideEffect, typeOf, dynamic] = match
    const specifier = from ?? sideEffect ?? dynamic!
    const line = text.slice(0, match.index).split('\n').length
    return { ...resolve(file, specifier), specifier, line, typeOnly: Boolean(type || typeOf) }
  })
}

/** Replaced by blanks and not removed, so that line numbers stay. */
export function withoutComments(source: string): string {
  return source
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/^\s*\/\/.*$/gm, (comment) => ' '.repeat(comment.length))
}

function resolve(file: string, specifier: string): { target: string; path?: string; entersPrivateFile: boolean } {
  if (!specifier.startsWith('.')) return { target: specifier, entersPrivateFile: false }
  const path = join(dirname(file), specifier)
  const [, name, rest] = /^(?:apps|packages)\/([^/]+)\/(.*)$/.exec(path) ?? []
  const entersPrivateFile = !file.startsWith(`${path.split('/').slice(0, 2).join('/')}/`)
  const target = name ? `@kushi/${name}/${rest!.replace(/^src\//, '').replace(/\.tsx?$/, '')}` : path
  return entersPrivateFile ? { target, entersPrivateFile } : { target, path, entersPrivateFile }
}
