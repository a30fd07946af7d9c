import type { World } from './world.ts'

/** What always holds, in words first. It says what does not hold, each time with what it found. */
export interface Invariant {
  words: string
  check(world: World): Promise<string[]>
}

/** Orders `o` of the people of the world; the demo's own story has a past that was written, not lived. */
export const OURS = 'o.shop_id = 2 and o.customer_id = any($1)'

/** Of these, what was sold here: not the history that another shop's members brought. */
export const SOLD_HERE = `${OURS} and not exists (select 1 from moved_row m where m.shop_id = 2 and m.kind = 'order' and m.row_id = o.id)`

/** A query that finds what breaks it; `$1` are the members of the world. */
export const byQuery = (words: string, text: string): Invariant => ({
  words,
  check: async ({ rows, ids }) =>
    (await rows(text, text.includes('$1') ? [ids] : [])).map((row) => JSON.stringify(row)),
})
