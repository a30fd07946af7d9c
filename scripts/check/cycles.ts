import { fileOf, type Source } from './source-files.ts'

/** Finds import cycles, including type imports (a file that imports itself indirectly); one sentence each. */
export function checkCycles(sources: ReadonlyMap<string, Source>): string[] {
  const graph = new Map(
    [...sources].map(([file, { imports }]) => [file, imports.flatMap((each) => fileOf(each, sources) ?? [])]),
  )
  return circles(graph).map((each) => `a circle of imports, types included: ${each.join(' → ')}`)
}

type Graph = ReadonlyMap<string, readonly string[]>

function circles(graph: Graph): string[][] {
  const done = new Set<string>()
  const path: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    path.push(file)
    for (const next of graph.get(file)!) {
      if (path.includes(next)) found.push([...path.slice(path.indexOf(next)), next])
      else if (!done.has(next)) visit(next)
    }
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) if (!done.has(file)) visit(file)
  return found
}
