import type { ProcessFate } from './machine.ts'
import type { Move } from './move.ts'
import { type Family, families } from './moves/index.ts'
import { MOVES_IN } from './moves/move-in.ts'
import { Random } from './random.ts'

/** What a step meets: a fault at one statement or request, or of a provider. */
export type Fault =
  | ProcessFate
  | {
      kind: 'provider'
      provider: keyof typeof APIS
      api: string
      what: string
    }

/** A step stands alone: without the others it does the same with what is there. */
export interface Step {
  move: string
  seed: number
  fault?: Fault
  /** Done at the same time as the step before. */
  beside?: true
}

export interface Story {
  seed: number
  steps: Step[]
}

const SHARE: Record<Family, number> = {
  days: 2,
  shopping: 3,
  pages: 2,
  contracts: 3,
  yearly: 1,
  cash: 1.5,
  line: 1,
  visitors: 1,
  account: 1.5,
  desk: 5,
  office: 2,
  leaving: 1,
  moveIn: 0.6,
  shipping: 1,
  everyCall: 2,
}
const APIS = {
  gmo: ['*'],
  amazon: ['*'],
  paypay: ['*'],
  paidy: ['*'],
  'gmo-openapi': ['*'],
  np: ['*'],
  'gmo-deferred': ['*'],
  mail: ['*'],
  line: ['*'],
} as const

/**
 * The story of a seed, before anything happens: which families take part, and which faults come. Moves whose names are
 * `often` come ten times as often.
 */
export function storyOf(seed: number, length: number, often?: RegExp): Story {
  const random = new Random(seed)
  const isOften = ({ name }: Move) => often?.test(name) ?? false
  const shares = (Object.keys(SHARE) as Family[]).map((family) => ({
    family,
    moves: families[family].map((move) => ({ ...move, weight: move.weight * (isOften(move) ? 10 : 1) })),
    weight:
      SHARE[family] *
      (family === 'days' || random.chance(0.85) ? random.between(1, 4) : 0.2) *
      (families[family].some(isOften) ? 3 : 1),
  }))
  const faults = random.chance(0.6) ? random.next() * 0.12 : 0
  const together = random.chance(0.5) ? random.next() * 0.12 : 0
  // A shop of today has offers; many come from another system.
  const beginning = [...Array(3).fill('office makes a promotion'), ...(random.chance(0.3) ? [MOVES_IN] : [])].map(
    (move: string): Step => ({ move, seed: random.seed() }),
  )
  let last: Family = 'days'
  const steps = Array.from({ length }, (): Step => {
    const { family, moves } = random.weighted(shares)
    const step: Step = { move: random.weighted(moves).name, seed: random.seed() }
    if (random.chance(faults)) step.fault = faultOf(random)
    else if (family !== 'days' && last !== 'days' && random.chance(together)) step.beside = true
    last = family
    return step
  })
  return { seed, steps: [...beginning, ...steps] }
}

function faultOf(random: Random): Fault {
  if (random.chance(0.4)) return { kind: random.pick(['cut', 'killed'] as const), at: random.between(0, 40) }
  if (random.chance(0.4))
    return { kind: random.pick(['killed asking', 'killed answered'] as const), at: random.between(0, 2) }
  const provider = random.pick(Object.keys(APIS) as (keyof typeof APIS)[])
  return {
    kind: 'provider',
    provider,
    api: random.pick(APIS[provider]),
    what: random.pick(['drop-before', 'drop-after', '500', 'truncate']),
  }
}
