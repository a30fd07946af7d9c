import { circular } from './feature-order.ts'
import { fileOf, type Source } from './source-files.ts'

/**
 * Circles of imports, types included (a file needs itself by way of others), a sentence each. An import in `known` is
 * let through; one that closes no circle any more is a sentence too.
 */
export function checkCycles(sources: ReadonlyMap<string, Source>, known: Record<string, string> = circular): string[] {
  const graph = new Map(
    [...sources].map(([file, { imports }]) => [file, imports.flatMap((each) => fileOf(each, sources) ?? [])]),
  )
  const edge = (from: string, to: string) => `${from} → ${to}`
  const lasting = new Map([...graph].map(([file, to]) => [file, to.filter((each) => !(edge(file, each) in known))]))
  const stale = Object.keys(known).filter((each) => {
    const [from, to] = each.split(' → ') as [string, string]
    return !graph.get(from)?.includes(to) || !reaches(lasting, to, from)
  })
  return [
    ...circles(lasting).map((each) => `a circle of imports, types included: ${each.join(' → ')}`),
    ...stale.map((each) => `scripts/check/feature-order.ts  '${each}' closes no circle: take the line out`),
  ]
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

function reaches(graph: Graph, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to) return true
  seen.add(from)
  return graph.get(from)!.some((next) => !seen.has(next) && reaches(graph, next, to, seen))
}
