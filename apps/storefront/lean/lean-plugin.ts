import type { Plugin } from 'vite'
import type { Lean } from './lean.ts'
import { reactDom, reactDomClient } from './react-dom.ts'
import { reactRouter } from './react-router.ts'

const leanTable = [reactDomClient, reactDom, ...reactRouter]

/** The part of the syntax tree that the plugin uses. Every node has its position in the text. */
interface Node {
  type: string
  start: number
  end: number
  id?: { name: string } | null
  body?: Node | Node[]
  init?: Node | null
}

/**
 * Removes the parts of React and React Router that no page of the storefront uses, only in the browser's build. The
 * tables beside this file list them with reasons. The build fails if a name is not found, because then the library has
 * changed.
 */
export function leanPlugin(): Plugin {
  const met = new Set<Lean>()
  return {
    name: 'kushi:lean',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      const entry = leanTable.find(({ file }) => id.split('?')[0]!.endsWith(file))
      if (!entry) return null
      met.add(entry)
      return { code: leaner(code, this.parse(code) as unknown as Node, entry), map: null }
    },
    buildEnd(error) {
      const missing = leanTable.filter((entry) => !met.has(entry))
      if (!error && missing.length > 0) this.error(`not in the build: ${missing.map(({ file }) => file).join(', ')}`)
    },
  }
}

/** The code without the parts that `entry` names. */
export function leaner(code: string, program: Node, { file, functions, values = {}, statements = [] }: Lean): string {
  const cuts: { start: number; end: number; text: string }[] = []
  const left = new Set([...Object.keys({ ...functions, ...values }), ...statements])
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      for (const one of node) visit(one)
      return
    }
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, start, end, id, body, init } = node as Node
    const name = id?.name ?? ''
    if (type === 'VariableDeclarator' && init && Object.hasOwn(values, name)) {
      left.delete(name)
      cuts.push({ start: init.start, end: init.end, text: values[name]! })
      return
    }
    if (type === 'FunctionDeclaration' && Object.hasOwn(functions, name)) {
      left.delete(name)
      const block = body as Node
      cuts.push({ start: block.start, end: block.end, text: `{${functions[name]}}` })
      return
    }
    const statement =
      type === 'ExpressionStatement' && statements.find((beginning) => code.startsWith(beginning, start))
    if (statement) {
      left.delete(statement)
      cuts.push({ start, end, text: ';' })
      return
    }
    for (const value of Object.values(node)) visit(value)
  }
  visit(program)
  if (left.size > 0)
    throw new Error(`${file} has changed and no longer has ${[...left].join(', ')}: see the tables of lean/`)
  let result = code
  for (const { start, end, text } of cuts.sort((a, b) => b.start - a.start))
    result = result.slice(0, start) + text + result.slice(end)
  return result
}
