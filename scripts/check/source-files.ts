/** Every source file with its imports: the graph for the checks and the drawing. */
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type FoundImport, findImports } from './find-imports.ts'

export const root = resolve(import.meta.dirname, '../..')

const skipped = new Set(['node_modules', 'build', '.react-router', 'dist', 'public'])

export interface Source {
  text: string
  imports: FoundImport[]
}

/** Paths below the root, from `folders` (a missing folder is an error). */
export async function readSources(folders = ['apps', 'packages']): Promise<Map<string, Source>> {
  const sources = new Map<string, Source>()
  for (const folder of folders)
    for await (const file of sourceFiles(folder)) {
      const text = await readFile(join(root, file), 'utf8')
      sources.set(file, { text, imports: findImports(file, text) })
    }
  return sources
}

async function* sourceFiles(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory() && !skipped.has(entry.name)) yield* sourceFiles(path)
    else if (/\.tsx?$/.test(entry.name)) yield path
  }
}

/** The file that an import refers to, if it is one of `files`. */
export function fileOf({ path, target }: FoundImport, files: ReadonlyMap<string, unknown>): string | null {
  if (path !== undefined) return files.has(path) ? path : null
  const [, name, rest] = /^@kushi\/([^/]+)\/(.+)$/.exec(target) ?? []
  const candidates = [`packages/${name}/src/${rest}.ts`, `packages/${name}/${rest}.ts`, `apps/${name}/src/${rest}.ts`]
  return candidates.find((file) => files.has(file)) ?? null
}
