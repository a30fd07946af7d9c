/**
 * 反応: what a higher feature does inside the transaction of a lower one. The lower feature declares it where it calls it;
 * `reactions.ts` fills all of them, once.
 */
export type Reaction<F extends (...args: never[]) => unknown> = F & { fill(react: F): void }

/** Each declared reaction by name, and whether it is filled. */
export const declared = new Map<string, boolean>()

/** `name` says what happened, in the lower feature's words. */
export function reaction<F extends (...args: never[]) => unknown>(name: string): Reaction<F> {
  let filled: F | undefined
  declared.set(name, false)
  const call = (...args: never[]) => {
    if (!filled) throw new Error(`Nothing is filled in for '${name}': packages/shop/src/reactions.ts is not loaded.`)
    return filled(...args)
  }
  const fill = (react: F) => {
    filled = react
    declared.set(name, true)
  }
  return Object.assign(call as F, { fill })
}
