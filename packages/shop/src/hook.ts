/**
 * フック: lets a higher feature act inside the transaction of a lower one. The lower feature declares the hook and calls
 * it. `hooks.ts` fills all hooks, once.
 */
export type Hook<F extends (...args: never[]) => unknown> = F & { fill(react: F): void }

/** Each declared hook by name, and whether it is filled. */
export const declaredHooks = new Map<string, boolean>()

/** Declares a hook. `name` says what happened, in the words of the lower feature. */
export function hook<F extends (...args: never[]) => unknown>(name: string): Hook<F> {
  let filled: F | undefined
  declaredHooks.set(name, false)
  const call = (...args: never[]) => {
    if (!filled) throw new Error(`Nothing is filled in for '${name}': packages/shop/src/hooks.ts is not loaded.`)
    return filled(...args)
  }
  const fill = (react: F) => {
    filled = react
    declaredHooks.set(name, true)
  }
  return Object.assign(call as F, { fill })
}
