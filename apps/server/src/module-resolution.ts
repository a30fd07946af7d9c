/**
 * Imported before everything else: resolves drizzle-orm's modules without its package.json. Node (26.10) parses those
 * 180 KB again at each of a thousand imports, which is two thirds of the start time.
 */
import { type ResolveFnOutput, registerHooks } from 'node:module'

const known = new Map<string, ResolveFnOutput>()
const inside = /\/node_modules\/drizzle-orm\/.*\.js$/

registerHooks({
  resolve(specifier, context, next) {
    if (/^\.{1,2}\//.test(specifier) && inside.test(context.parentURL ?? ''))
      return { url: new URL(specifier, context.parentURL).href, format: 'module', shortCircuit: true }
    if (!/^drizzle-orm\b/.test(specifier)) return next(specifier, context)
    const found = known.get(specifier) ?? { ...next(specifier, context), shortCircuit: true }
    known.set(specifier, found)
    return found
  },
})
