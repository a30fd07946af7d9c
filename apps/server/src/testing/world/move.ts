import type { Random } from './random.ts'
import type { World } from './world.ts'

/** What somebody may do. The sentence that tells it; null: there was nothing to do it with. */
export interface Move {
  name: string
  /** How often, among those of its kind. */
  weight: number
  /** The features that meet in it, for the matrix; more are added as the story goes. */
  features?: readonly string[]
  /** The calls that it makes, by key; those are counted as played. */
  calls?: readonly string[]
  run(world: World, random: Random): Promise<string | null>
}
